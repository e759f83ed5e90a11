import type { FittedLine } from '#app/components/fit-headline.ts'
import { t } from '#messages/t.ts'

/** The headlines of error pages with precomputed font stretches, since every page contains two of them. */
export const errorHeadlines = {
  wentOut: () => [
    { text: t('error.headline.wentOut.1'), width: Number(t('error.headline.wentOut.1.width')) },
    { text: t('error.headline.wentOut.2'), width: Number(t('error.headline.wentOut.2.width')) },
  ],
  offTheCourt: () => [
    { text: t('error.headline.offTheCourt.1'), width: Number(t('error.headline.offTheCourt.1.width')) },
    { text: t('error.headline.offTheCourt.2'), width: Number(t('error.headline.offTheCourt.2.width')) },
  ],
  otherCourt: () => [
    { text: t('error.headline.otherCourt.1'), width: Number(t('error.headline.otherCourt.1.width')) },
    { text: t('error.headline.otherCourt.2'), width: Number(t('error.headline.otherCourt.2.width')) },
  ],
} satisfies Record<string, () => FittedLine[]>
