import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

export const shareChanged = defineLetter<{ percent: number; countsFrom: string }>({
  name: 'share-changed',
  kind: 'money',
  compose: ({ percent, countsFrom }, { firstName }) => ({
    subject: t('letter.yourShareOfYour'),
    topic: t('letter.yourShare'),
    heading: t('letter.yourShareIs', { percent }),
    paragraphs: [
      endSentence(t('letter.helloYouEarnOf', { firstName, percent, countsFrom: formatDay(countsFrom) })),
    ],
    closing: [t('letter.earlierSalesKeepThe')],
    footnote: t('letter.youGetThisBecauseYou'),
  }),
  example: { percent: 60, countsFrom: '2026-12-01' },
})
