import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  title: string
  /** What comes back, if nothing more is used. */
  backCents: number
  currency: string
  declaredAt: Date
  /** When it is carried out. */
  dueAt: Date
  /** It was declared without a sign-in, and can be taken back until it is due. */
  canKeep: boolean
}

export const withdrawalReceived = defineLetter({
  name: 'withdrawal-received',
  kind: 'money',
  compose: ({ title, backCents, currency, declaredAt, dueAt, canKeep }: Facts, { firstName, timeZone }) => ({
    subject: `Withdrawn: ${title}`,
    topic: 'Purchase',
    heading: 'We received your withdrawal',
    paragraphs: [
      canKeep
        ? `Hello ${firstName}, you withdrew from ${title}. It ends on the day below, and the money goes back then, less the classes that you still take.`
        : `Hello ${firstName}, you withdrew from ${title}. It is over, and the money goes back the way it came.`,
      ...(canKeep
        ? ['If it was not you who withdrew, keep it with one click among your purchases until that day.']
        : []),
    ],
    details: [
      {
        name: 'Received',
        value: `${formatDate(declaredAt, timeZone)}, ${formatTime(declaredAt, timeZone)}`,
      },
      ...(canKeep
        ? [{ name: 'Ends', value: `${formatDate(dueAt, timeZone)}, ${formatTime(dueAt, timeZone)}` }]
        : []),
      { name: 'Goes back', value: formatMoneyWithCents(backCents, currency), isAmount: true },
    ],
    button: { label: 'See your purchases', path: '/dashboard/purchases', isQuiet: true },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    title: 'Ten classes',
    backCents: 9_600,
    currency: 'usd',
    declaredAt: new Date('2027-03-20T18:30:00Z'),
    dueAt: new Date('2027-03-23T18:30:00Z'),
    canKeep: true,
  },
})
