import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const steppedDown = defineLetter<{ was: 'trainer' | 'applied'; reason: string }>({
  name: 'stepped-down',
  kind: 'application',
  compose: ({ was, reason }, { firstName }) => ({
    subject: was === 'trainer' ? t('letter.youAreNoLonger') : t('letter.yourApplicationWasWithdrawn'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.youAreAMember'),
    paragraphs: [
      was === 'trainer'
        ? t('letter.helloYourFreeHours', { firstName })
        : t('letter.helloYourApplicationIs', { firstName }),
    ],
    details: [{ name: t('letter.why'), value: reason }],
    footnote:
      was === 'trainer' ? t('letter.youGetThisBecauseYouTrained') : t('letter.youGetThisBecauseYouApplied2'),
  }),
  example: { was: 'trainer', reason: 'You moved to Lisbon.' },
})
