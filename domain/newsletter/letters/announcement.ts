import { defineLetter, type LetterBlock, type LetterPicture } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

type Facts = {
  subject: string
  picture: LetterPicture | null
  blocks: LetterBlock[]
  /** The trainer whose members it is for; null for all members. */
  trainerName: string | null
  /** Key that switches announcements off; null in a test. */
  key: string | null
}

export const announcement = defineLetter<Facts>({
  name: 'announcement',
  kind: 'announcements',
  compose: ({ subject, picture, blocks, trainerName, key }, { clubName }) => ({
    subject,
    topic: t('letter.forOurMembers'),
    heading: subject,
    picture,
    paragraphs: blocks,
    hasMarks: true,
    footnote: trainerName
      ? t('letter.youGetThisBecauseYouTrainWith', { trainerName })
      : t('letter.youGetThisBecauseYouHaveA', { clubName }),
    ...(key === null ? {} : { unsubscribePath: `/unsubscribe?key=${key}` }),
  }),
  example: {
    subject: 'The hall is warm again',
    picture: null,
    blocks: [
      'The boiler is mended. If you trained in a jacket on Monday: thank you for your patience.',
      { label: 'See your dates', path: '/dashboard/week' },
    ],
    trainerName: 'Mira Okafor',
    key: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
  },
})
