import type { FittedLine } from '#app/components/fit-headline.ts'

/** The headlines of error pages with precomputed font stretches, since every page contains two of them. */
export const errorHeadlines = {
  wentOut: [
    { text: 'That one', width: 117 },
    { text: 'went out', width: 113 },
  ],
  offTheCourt: [
    { text: 'You are off', width: 91 },
    { text: 'the court', width: 103 },
  ],
  otherCourt: [
    { text: 'This is the', width: 105 },
    { text: 'other court', width: 82 },
  ],
} satisfies Record<string, FittedLine[]>
