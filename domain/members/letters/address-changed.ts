import { defineLetter } from '#domain/mail/letter.ts'

export const emailChanged = defineLetter({
  name: 'address-changed',
  kind: 'account',
  compose: ({ before, after }: { before: string; after: string }, { firstName }) => ({
    subject: 'Your address was changed',
    topic: 'Your account',
    heading: 'Your address was changed',
    paragraphs: [`Hello ${firstName}, your account has another e-mail address from now on.`],
    details: [
      { name: 'Before', value: before },
      { name: 'Now', value: after },
    ],
    closing: ['Not you? Tell the desk at once: whoever changed it has your password.'],
    footnote: 'Letters about your account are always sent, a change of the address to both.',
  }),
  example: { before: 'noor@club.example', after: 'noor.rahman@club.example' },
})
