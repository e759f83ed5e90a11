import { defineLetter } from '#domain/mail/letter.ts'
import { beginningOf } from '#words/quotes.ts'

type Taken = { kind: 'post' | 'class'; words: string; reason: string }

export const takenDown = defineLetter<Taken>({
  name: 'taken-down',
  kind: 'account',
  words: ({ kind, words, reason }, { firstName, clubName }) => ({
    subject: `Your ${kind} was taken down`,
    topic: kind === 'post' ? 'The forum' : 'Your classes',
    heading: `Your ${kind} was taken down`,
    paragraphs: [
      `Hello ${firstName}, ${clubName} took down your ${kind} “${beginningOf(words, 120)}”, for this reason:`,
      reason,
    ],
    after: ['If you see it another way, tell us at the desk.'],
    why: `You get this because the ${kind} was yours.`,
  }),
  example: {
    kind: 'post',
    words: 'Gloves are washed on Fridays.',
    reason: 'Somebody in it did not agree',
  },
})
