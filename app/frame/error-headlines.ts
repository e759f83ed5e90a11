import type { FittedLine } from '#app/components/fit-headline.ts'

/** The two lines of each page that is one court, their widths counted once: every page carries two of the three. */
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
