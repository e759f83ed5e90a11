import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const confirmNewsletter = defineLetter({
  name: 'confirm-newsletter',
  kind: 'newsletter',
  compose: ({ key }: { key: string }, { firstName, clubName }) => ({
    subject: t('letter.pleaseConfirmYourSubscription'),
    topic: t('letter.theWeeklyLetter'),
    heading: t('letter.shallWeWriteTo'),
    paragraphs: [t('letter.helloSomeoneAskedFor', { firstName, clubName })],
    button: { label: t('letter.yesWriteToMe'), path: `/confirmLetter?key=${key}` },
    closing: [t('letter.notYouDoNothingAnd')],
    footnote: t('letter.youGetThisOnce'),
  }),
  example: { key: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11' },
})
