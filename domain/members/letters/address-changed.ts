import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const emailChanged = defineLetter({
  name: 'address-changed',
  kind: 'account',
  compose: ({ before, after }: { before: string; after: string }, { firstName }) => ({
    subject: t('letter.yourAddressWasChanged'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.yourAddressWasChanged'),
    paragraphs: [t('letter.helloTheEmailAddress', { firstName })],
    details: [
      { name: t('letter.before'), value: before },
      { name: t('letter.now'), value: after },
    ],
    closing: [t('letter.notYouTellThe')],
    footnote: t('letter.weAlwaysSendEmailsAbout'),
  }),
  example: { before: 'noor@club.example', after: 'noor.rahman@club.example' },
})
