import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const testEmail = defineLetter({
  name: 'test-email',
  kind: 'account',
  compose: (_: object, { firstName, clubName }) => ({
    subject: t('letter.testEmailOf', { clubName }),
    topic: t('letter.test'),
    heading: t('letter.itArrived'),
    paragraphs: [t('letter.helloYouAskedFor', { firstName })],
    footnote: t('letter.youGetThisBecauseYouPressed'),
  }),
  example: {},
})
