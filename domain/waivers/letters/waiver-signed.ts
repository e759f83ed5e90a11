import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Facts = {
  memberId: string
  name: string
  signerName: string
  version: number
  words: string
  signedAt: Date
}

export const waiverSignedLetter = defineLetter({
  name: 'waiver-signed',
  kind: 'account',
  compose: (
    { memberId, name, signerName, version, words, signedAt }: Facts,
    { firstName, clubName, timeZone },
  ) => ({
    subject: t('letter.yourCopyOfThe', { clubName }),
    topic: t('letter.waiver'),
    heading: t('letter.youSignedTheWaiver'),
    paragraphs: [t('letter.helloThisIsWhat', { firstName }), ...words.split(/\n+/)],
    details: [
      { name: t('letter.for'), value: name },
      { name: t('letter.signedBy'), value: signerName },
      { name: t('letter.version'), value: String(version) },
      {
        name: t('letter.time'),
        value: `${formatDate(signedAt, timeZone)}, ${formatTime(signedAt, timeZone)}`,
      },
    ],
    button: {
      label: t('letter.saveItAsPdf'),
      path: `/dashboard/sign/${memberId}/${version}.pdf`,
      isQuiet: true,
    },
    footnote: t('letter.youGetThisEmail'),
  }),
  example: {
    memberId: '00000000-0000-4000-8000-000000000000',
    name: 'Kofi Mensah',
    signerName: 'Kofi Mensah',
    version: 3,
    words: 'Training is hard on the body.\n\nI follow what the trainers say.',
    signedAt: new Date('2026-11-26T16:57:00Z'),
  },
})
