import { defineLetter } from '#domain/mail/letter.ts'
import { excerpt } from '#format/excerpts.ts'

type TakenDownFacts = { kind: 'post' | 'class'; words: string; reason: string }

export const contentTakenDown = defineLetter<TakenDownFacts>({
  name: 'taken-down',
  kind: 'account',
  compose: ({ kind, words, reason }, { firstName, clubName }) => ({
    subject: `Your ${kind} was taken down`,
    topic: kind === 'post' ? 'The forum' : 'Your classes',
    heading: `Your ${kind} was taken down`,
    paragraphs: [
      `Hello ${firstName}, ${clubName} took down your ${kind} “${excerpt(words, 120)}”, for this reason:`,
      reason,
    ],
    closing: ['If you see it differently, talk to us at the desk.'],
    footnote: `You get this because the ${kind} was yours.`,
  }),
  example: {
    kind: 'post',
    words: 'Gloves are washed on Fridays.',
    reason: 'Someone in it did not agree',
  },
})
