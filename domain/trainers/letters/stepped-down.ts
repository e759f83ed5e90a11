import { defineLetter } from '#domain/mail/letter.ts'

export const steppedDown = defineLetter<{ was: 'trainer' | 'applied'; reason: string }>({
  name: 'stepped-down',
  kind: 'application',
  compose: ({ was, reason }, { firstName }) => ({
    subject: was === 'trainer' ? 'You do not train here any more' : 'Your application was taken back',
    topic: 'Your account',
    heading: 'You are a member again',
    paragraphs: [
      was === 'trainer'
        ? `Hello ${firstName}, your free hours are off the offer, and those that are sold are offered to the other trainers.`
        : `Hello ${firstName}, nobody decides on your application any more. You may apply again.`,
    ],
    details: [{ name: 'Why', value: reason }],
    footnote:
      was === 'trainer' ? 'You get this because you trained here.' : 'You get this because you applied.',
  }),
  example: { was: 'trainer', reason: 'You moved to Lisbon.' },
})
