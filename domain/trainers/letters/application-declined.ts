import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const applicationDeclined = defineLetter({
  name: 'application-declined',
  kind: 'application',
  compose: ({ reason }: { reason: string }, { firstName }) => ({
    subject: t('letter.notThisTime'),
    topic: t('letter.becomingATrainer'),
    heading: t('letter.notThisTime'),
    paragraphs: [t('letter.helloThankYouFor', { firstName }), reason],
    button: { label: t('letter.applyAgain'), path: '/beTrainer', isQuiet: true },
    closing: [t('letter.youAreStillA')],
    footnote: t('letter.youGetThisBecauseYouApplied'),
  }),
  example: { reason: 'We have no free hours before noon this season. Please ask us again in March.' },
})
