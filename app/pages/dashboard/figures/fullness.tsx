import type { WeekHour } from '#domain/overview/people-figures.server.ts'
import { dayName, shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

/** Share sold in each hour of the week: a dot whose area is the share, and its number. */
export function Fullness({ week }: { week: WeekHour[] }) {
  const hours = week.map(({ hour }) => hour)
  if (hours.length === 0) return <p className="above-3">{t('fullness.nothingWasOfferedYet')}</p>
  const first = Math.min(...hours)
  return (
    <table className="fullness">
      <caption className="visually-hidden">{t('fullness.hoursAndPlacesSold')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('fullness.hour')}</span>
          </th>
          {weekdays.map((day) => (
            <th scope="col" key={day}>
              {shortDayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index).map((hour) => (
          <tr key={hour}>
            <th scope="row">{String(hour).padStart(2, '0')}</th>
            {weekdays.map((day, index) => (
              <Share
                key={day}
                of={week.find((each) => each.hour === hour && each.weekday === index + 1)}
                named={`${dayName(day)} ${String(hour).padStart(2, '0')}:00`}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Share({ of, named }: { of: WeekHour | undefined; named: string }) {
  if (of === undefined) return <td className="none">–</td>
  const offered = of.hoursOffered + of.placesOffered
  const sold = of.hoursSold + of.placesTaken
  const share = sold / offered
  return (
    <td title={t('fullness.of', { named, sold, offered })}>
      <span className="share">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <circle className="whole-of" cx="16" cy="16" r="14.5" />
          <circle cx="16" cy="16" r={Math.round(Math.sqrt(share) * 145) / 10} />
        </svg>
        {Math.round(share * 100)}
      </span>
    </td>
  )
}
