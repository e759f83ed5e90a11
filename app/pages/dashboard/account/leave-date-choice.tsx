import type { RunningMonth } from '#domain/personal-data/account-deletion.rules.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'

/** `One paid hour is still running: 07:00 with Mira Okafor, 19 hours ahead.`; null without one. */
export function runningMonthsSentence(months: RunningMonth[]): string | null {
  const [first] = months
  if (!first) return null
  const told = months.map(
    ({ startHour, trainerName, hoursAhead }) =>
      `${formatHour(startHour)} with ${trainerName}, ${formatCount(hoursAhead, 'hour', 'hours')} ahead`,
  )
  const many = months.length === 1 ? 'One paid hour is' : `${months.length} paid months are`
  return `${many} still running: ${told.join('; ')}.`
}

type Props = { lastDay: Date | null; timeZone: string; chosen: string | null; later: string; now: string }

/** Whether an account goes with the end of its months, or now; without months there is nothing to choose. */
export function LeaveDateChoice({ lastDay, timeZone, chosen, later, now }: Props) {
  if (!lastDay) return <input type="hidden" name="when" value="now" />
  const choices = [
    { when: 'later', name: `On ${formatDate(lastDay, timeZone)}`, words: later },
    { when: 'now', name: 'Now', words: now },
  ]
  return (
    <fieldset className="field bare">
      <legend className="label">When</legend>
      <div className="pay-ways two">
        {choices.map(({ when, name, words }) => (
          <label key={when}>
            <input type="radio" name="when" value={when} defaultChecked={when === (chosen ?? 'later')} />
            <span>
              <b>{name}</b>
              {words}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
