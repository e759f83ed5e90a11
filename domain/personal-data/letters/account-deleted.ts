import { defineLetter } from '#domain/mail/letter.ts'

export const accountDeleted = defineLetter({
  name: 'account-deleted',
  kind: 'account',
  compose: (
    { byClub, reason, number }: { byClub: boolean; reason: string | null; number: number },
    { firstName, clubName },
  ) => ({
    subject: 'Your account is deleted',
    topic: 'Your account',
    heading: 'Your account is deleted',
    paragraphs: [
      `Hello ${firstName}, ${byClub ? `the office of ${clubName} deleted your account` : 'as you asked'}. Your profile, your pictures and everything you did here are gone, and this address is on no list of ours any more.`,
      ...(reason === null ? [] : [reason]),
      ...(number > 0 ? ['The books keep what was paid and when, without your name.'] : []),
    ],
    closing: ['Whoever signs up with this address begins anew.'],
    footnote: `This is the last letter from ${clubName}; it is not kept either.`,
  }),
  example: { byClub: true, reason: 'You asked for it at the desk.', number: 2 },
})
