import { defineLetter } from '#domain/mail/letter.ts'

export const testEmail = defineLetter({
  name: 'test-email',
  kind: 'account',
  compose: (_: object, { firstName, clubName }) => ({
    subject: `Test email of ${clubName}`,
    topic: 'Test',
    heading: 'It arrived',
    paragraphs: [
      `Hello ${firstName}, you asked for this email on the page Email settings. If it is in your inbox and not among the spam, members will get theirs too.`,
    ],
    footnote: 'You get this because you pressed the button in the dashboard.',
  }),
  example: {},
})
