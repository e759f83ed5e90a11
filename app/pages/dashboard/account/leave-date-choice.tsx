import type { RunningMonth } from '#domain/personal-data/account-deletion.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

/** `One paid hour is still running: 07:00 with Mira Okafor, 19 hours ahead.`; null without one. */
export function runningMonthsSentence(months: RunningMonth[]): string | null {
  const [first] = months
  if (!first) return null
  const parts = months.map(({ startHour, trainerName, hoursAhead }) =>
    t('leaveDateChoice.withHourAhead', { startHour: formatHour(startHour), trainerName, hoursAhead }),
  )
  const subject =
    months.length === 1
      ? t('leaveDateChoice.onePaidHourIs')
      : t('leaveDateChoice.paidMonthsAre', { count: months.length })
  return t('leaveDateChoice.stillRunning', { subject, value: parts.join('; ') })
}

type Props = { lastDay: Date | null; timeZone: string; chosen: string | null; later: string; now: string }

/** Choice between deletion at the end of the months and now; without months it is now. */
export function LeaveDateChoice({ lastDay, timeZone, chosen, later, now }: Props) {
  if (!lastDay) return <input type="hidden" name="when" value="now" />
  const choices = [
    { when: 'later', name: t('leaveDateChoice.onDay', { day: formatDate(lastDay, timeZone) }), note: later },
    { when: 'now', name: t('leaveDateChoice.now'), note: now },
  ]
  return (
    <fieldset className="field bare">
      <legend className="label">{t('leaveDateChoice.when')}</legend>
      <div className="pay-ways two">
        {choices.map(({ when, name, note }) => (
          <label key={when}>
            <input type="radio" name="when" value={when} defaultChecked={when === (chosen ?? 'later')} />
            <span>
              <b>{name}</b>
              {note}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
