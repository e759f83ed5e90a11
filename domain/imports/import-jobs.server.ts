import { queue } from '#platform/jobs.ts'

/** Queue of imports that are brought in or taken out. A killed attempt is followed by another, which goes on. */
export const importJobs = queue<{ importId: string }>('imports', {
  retries: 20,
  firstPauseSeconds: 5,
  longestPauseSeconds: 60,
})
