import { defineLetter, type LetterBlock, type LetterPicture } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

type Facts = {
  subject: string
  picture: LetterPicture | null
  blocks: LetterBlock[]
  /** Key that ends the subscription; null in a test. */
  key: string | null
}

export const weeklyLetter = defineLetter({
  name: 'weekly-letter',
  kind: 'newsletter',
  compose: ({ subject, picture, blocks, key }: Facts) => ({
    subject,
    topic: t('letter.theWeeklyLetter'),
    heading: subject,
    picture,
    paragraphs: blocks,
    hasMarks: true,
    footnote: t('letter.youGetThisBecauseYouAsked'),
    ...(key === null ? {} : { unsubscribePath: `/unsubscribe?key=${key}` }),
  }),
  example: {
    subject: 'One place is free on Wednesday',
    picture: {
      id: '7c1e9a40-52b3-4f0e-8d7a-3b6c2f9e1d05',
      width: 1080,
      height: 810,
      colour: '#e2522b',
      altText: 'White rings rolling over one black dot',
    },
    blocks: [
      'Samira’s Reformer Room has eight places and seven people. It goes to whoever reads this first.',
      { label: 'See the classes', path: '/classes' },
      { heading: 'Three deadlifts' },
      'Three of Mira’s Tuesday people lifted their own weight this week.\nNobody filmed it.',
    ],
    key: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
