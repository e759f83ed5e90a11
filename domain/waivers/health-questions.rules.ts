/** The most questions of a version. */
export const mostQuestions = 100

/** Returns the questions of a text with one a line. */
export const questionsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Steps before which a club may need the waiver, from the latest to the first. Each includes those before it. */
export const waiverSteps = ['nothing', 'visit', 'purchase', 'sign-up'] as const
export type NeededBefore = (typeof waiverSteps)[number]
