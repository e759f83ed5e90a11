import { defineLetter } from '#domain/mail/letter.ts'

export const steppedDown = defineLetter<{ was: 'trainer' | 'applied'; reason: string }>({
  name: 'stepped-down',
  kind: 'application',
  compose: ({ was, reason }, { firstName }) => ({
    subject: was === 'trainer' ? 'You are no longer a trainer here' : 'Your application was withdrawn',
    topic: 'Your account',
    heading: 'You are a member again',
    paragraphs: [
      was === 'trainer'
        ? `Hello ${firstName}, your free hours are no longer on offer, and those that are sold are being offered to the other trainers.`
        : `Hello ${firstName}, your application is no longer being considered. You may apply again.`,
    ],
    details: [{ name: 'Why', value: reason }],
    footnote:
      was === 'trainer' ? 'You get this because you trained here.' : 'You get this because you applied.',
  }),
  example: { was: 'trainer', reason: 'You moved to Lisbon.' },
})
