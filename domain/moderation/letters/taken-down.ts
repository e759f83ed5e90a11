import { defineLetter } from '#domain/mail/letter.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'

type TakenDownFacts = { kind: 'post' | 'class'; words: string; reason: string }

export const contentTakenDown = defineLetter<TakenDownFacts>({
  name: 'taken-down',
  kind: 'account',
  compose: ({ kind, words, reason }, { firstName, clubName }) => ({
    subject: kind === 'post' ? t('letter.yourPostWasTaken') : t('letter.yourClassWasTaken'),
    topic: kind === 'post' ? t('letter.theForum') : t('letter.yourClasses'),
    heading: kind === 'post' ? t('letter.yourPostWasTaken') : t('letter.yourClassWasTaken'),
    paragraphs: [
      kind === 'post'
        ? t('letter.helloTookDownYour', { firstName, clubName, words: excerpt(words, 120) })
        : t('letter.helloTookDownYourClass', { firstName, clubName, words: excerpt(words, 120) }),
      reason,
    ],
    closing: [t('letter.ifYouSeeIt')],
    footnote: kind === 'post' ? t('letter.youGetThisBecauseThePost') : t('letter.youGetThisBecauseTheClass'),
  }),
  example: {
    kind: 'post',
    words: 'Gloves are washed on Fridays.',
    reason: 'Someone in it did not agree',
  },
})
