import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

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
    subject: `Your copy of the waiver of ${clubName}`,
    topic: 'Waiver',
    heading: 'You signed the waiver',
    paragraphs: [`Hello ${firstName}, this is what was signed.`, ...words.split(/\n+/)],
    details: [
      { name: 'For', value: name },
      { name: 'Signed by', value: signerName },
      { name: 'Version', value: String(version) },
      { name: 'Time', value: `${formatDate(signedAt, timeZone)}, ${formatTime(signedAt, timeZone)}` },
    ],
    button: { label: 'Save it as PDF', path: `/dashboard/sign/${memberId}/${version}.pdf`, isQuiet: true },
    footnote: 'You get this email because you signed the waiver.',
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
