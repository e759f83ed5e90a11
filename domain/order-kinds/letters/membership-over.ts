import { defineLetter } from '#domain/mail/letter.ts'

type Facts = { title: string }

export const membershipOver = defineLetter({
  name: 'membership-over',
  kind: 'money',
  compose: ({ title }: Facts, { firstName }) => ({
    subject: `Your membership is over: ${title}`,
    topic: 'Membership',
    heading: 'Your membership is over',
    paragraphs: [
      `Hello ${firstName}, the next period of ${title} was not paid in time, so the membership is over. You owe nothing, and classes that you booked in that period are given to others.`,
      'You can start again at any time.',
    ],
    button: { label: 'See the price list', path: '/membership-plans' },
    footnote: 'Letters about money are always sent.',
  }),
  example: { title: '8 classes a month' },
})
