import { defineLetter } from '#domain/mail/letter.ts'

export const emailChanged = defineLetter({
  name: 'address-changed',
  kind: 'account',
  compose: ({ before, after }: { before: string; after: string }, { firstName }) => ({
    subject: 'Your address was changed',
    topic: 'Your account',
    heading: 'Your address was changed',
    paragraphs: [`Hello ${firstName}, the email address of your account has changed.`],
    details: [
      { name: 'Before', value: before },
      { name: 'Now', value: after },
    ],
    closing: ['Not you? Tell the desk right away: someone else has your password.'],
    footnote: 'We always send emails about your account, and this one to both addresses.',
  }),
  example: { before: 'noor@club.example', after: 'noor.rahman@club.example' },
})
