import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Facts = { key: string; until: Date; name: string }

export const claimAccountLetter = defineLetter({
  name: 'claim-account',
  kind: 'account',
  compose: ({ key, until, name }: Facts, { firstName, clubName, timeZone }) => ({
    subject: t('letter.yourSignInAt', { clubName }),
    topic: t('navigation.yourAccount'),
    heading: t('letter.signInFromNow'),
    paragraphs: [
      endSentence(t('letter.helloTheOfficeHas', { firstName, name, until: formatDate(until, timeZone) })),
    ],
    button: { label: t('letter.chooseAPassword'), path: `/claim?key=${key}` },
    closing: [t('letter.nothingChangesIfYou')],
    footnote: t('letter.account.footnote'),
  }),
  example: {
    key: '4hT2c9-Xw0mQ7bLr',
    until: new Date('2026-12-05T16:57:00Z'),
    name: 'Anneliese Krämer',
  },
})
