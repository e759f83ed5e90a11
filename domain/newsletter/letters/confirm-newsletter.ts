import { defineLetter } from '#domain/mail/letter.ts'

export const confirmNewsletter = defineLetter({
  name: 'confirm-newsletter',
  kind: 'newsletter',
  compose: ({ key }: { key: string }, { firstName, clubName }) => ({
    subject: 'Please confirm your subscription',
    topic: 'The weekly letter',
    heading: 'Shall we write to you?',
    paragraphs: [
      `Hello ${firstName}, someone asked for the weekly letter of ${clubName} with this address. If it was you, press the button, and it will come from then on.`,
    ],
    button: { label: 'Yes, write to me', path: `/confirmLetter?key=${key}` },
    closing: ['Not you? Do nothing, and you won’t hear from us.'],
    footnote: 'You get this once, because this address was entered in the form on our home page.',
  }),
  example: { key: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11' },
})
