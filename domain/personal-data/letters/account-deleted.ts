import { defineLetter } from '#domain/mail/letter.ts'

export const accountDeleted = defineLetter({
  name: 'account-deleted',
  kind: 'account',
  compose: (
    { byClub, reason, number }: { byClub: boolean; reason: string | null; number: number },
    { firstName, clubName },
  ) => ({
    subject: 'Your account has been deleted',
    topic: 'Your account',
    heading: 'Your account has been deleted',
    paragraphs: [
      `Hello ${firstName}, ${byClub ? `the office of ${clubName} has deleted your account` : 'we have deleted your account, as you asked'}. Your profile, your pictures and everything you did here are gone, and this address is no longer on any list of ours.`,
      ...(reason === null ? [] : [reason]),
      ...(number > 0 ? ['The books keep what was paid and when, without your name.'] : []),
    ],
    closing: ['Signing up with this address again starts a new account.'],
    footnote: `This is the last email from ${clubName}; we don’t keep it either.`,
  }),
  example: { byClub: true, reason: 'You asked for it at the desk.', number: 2 },
})
