import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  repeatHoldsBeforePause,
  deskHoldHours,
  deskPauseDays,
  maxHolds,
  maxHoldsPerNetwork,
  repeatHoldPauseMinutes,
} from '#domain/bookings/bookings.rules.ts'
import { maxReportsPerDay } from '#domain/moderation/moderation.rules.ts'
import { concurrency, maxQueued } from '#domain/pictures/rendering.server.ts'
import { siteMultiplier, rateLimitRules } from '#platform/rate-limits/rate-limits.ts'
import { bufferLimits } from '#platform/request-body/multipart.ts'
import { minBytesPerSecond, stallTimeoutMs } from '#platform/request-body/read-body.ts'
import { maxConnectionsPerNetwork } from '#server/http/http-server.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'limits.md'), 'utf8')

function spanOf(seconds: number): string {
  const [length, unit] =
    seconds > 3_600 || seconds % 3_600 === 0 ? [seconds / 3_600, 'hour'] : [seconds / 60, 'minute']
  return `${length} ${unit}${length === 1 ? '' : 's'}`
}

test('the table of limits says what the club counts, and names each', () => {
  const documented = [...page.matchAll(/^\| (\S[^|]*?) \| (\d[^|]*?) \|[^|]*\|[^|]*\|$/gm)].map(
    ([, name, number]) => [name, number],
  )
  const counted = Object.entries(rateLimitRules).map(([name, { points, seconds }]) => [
    `\`${name}\``,
    `${points} in ${spanOf(seconds)}`,
  ])
  expect(documented).toEqual([
    ...counted,
    ['live holds', `${maxHolds} at once`],
    [
      `holds for the desk, of ${deskHoldHours} hours`,
      `1 at once, and one hour once in ${deskPauseDays} days without payment`,
    ],
    ['holds of newcomers', `${maxHoldsPerNetwork} at once`],
    ['holds without payment', `${repeatHoldsBeforePause} in 24 hours`],
    // in SQL, in domain/personal-data/data-export.server.ts
    ["copies of one's data", '1 in 24 hours'],
    ['reports', `${maxReportsPerDay} in 24 hours`],
    ['connections', `${maxConnectionsPerNetwork} open`],
    [
      'slow bodies',
      `64 kB or the whole within ${(64 * 1024) / minBytesPerSecond} seconds, before a request is queued; then ${minBytesPerSecond / 1024} kB a second, no pause of ${stallTimeoutMs / 1000} seconds, and 60 seconds in all`,
    ],
    [
      'bodies of forms with a file',
      `${bufferLimits.network / 1024 ** 2} MB of one network and ${bufferLimits.all / 1024 ** 2} MB of all, while they arrive (503)`,
    ],
    ['pictures', `${concurrency} at work, ${maxQueued} waiting`],
  ])
  expect(page).toContain(`a pause of ${repeatHoldPauseMinutes} minutes`)
  expect(page).toContain(`may do ${siteMultiplier} times as much`)
})
