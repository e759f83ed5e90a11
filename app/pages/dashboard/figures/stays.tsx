import type { Cohort } from '#domain/overview/people-figures.server.ts'
import { formatMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { Bar } from './bar.tsx'

/** How many are still here after so many months: of all, and by month of joining. */
export function Stays({ cohorts, ages }: { cohorts: Cohort[]; ages: number[] }) {
  const joinedMonths = cohorts.filter(({ joined }) => joined > 0)
  if (joinedMonths.length === 0) return <p className="above-3">{t('stays.nobodyHasJoinedYet')}</p>
  if (joinedMonths.every(({ stayed }) => stayed.every((count) => count === null)))
    return <p className="above-3">{t('stays.tooEarlyToTell')}</p>
  return (
    <>
      <table className="chart-rows">
        <caption className="visually-hidden">{t('stays.howManyAreStill')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stays.after')}</th>
            <td />
            <th scope="col" className="start">
              {t('stays.stillHere')}
            </th>
            <th scope="col" className="right">
              {t('stays.of')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ages.map((age, index) => {
            const old = cohorts.filter(({ stayed }) => stayed[index] !== null)
            const stayed = old.reduce((sum, cohort) => sum + (cohort.stayed[index] ?? 0), 0)
            const joined = old.reduce((sum, cohort) => sum + cohort.joined, 0)
            const percent = joined === 0 ? null : (stayed / joined) * 100
            return (
              <tr key={age}>
                <th scope="row">{afterMonths(age)}</th>
                <td className="bar-of wide">
                  <Bar percent={percent ?? 0} />
                </td>
                <td className="number start">{percent === null ? '–' : `${Math.round(percent)} %`}</td>
                <td className="number muted">{joined === 0 ? '–' : t('stays.of2', { stayed, joined })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <details className="above-5">
        <summary className="row-link">{t('stays.byMonthOfJoining')}</summary>
        <div className="table-room">
          <table className="chart-rows above-3">
            <caption className="visually-hidden">{t('stays.howManyOfEach')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('stays.joinedIn')}</th>
                <th scope="col" className="right">
                  {t('stays.joined')}
                </th>
                {ages.map((age) => (
                  <th scope="col" className="right" key={age}>
                    <span className="visually-hidden">{afterMonths(age)}</span>
                    <span aria-hidden="true">{age} m</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {joinedMonths.map(({ month, joined, stayed }) => (
                <tr key={month}>
                  <th scope="row">{formatMonth(month)}</th>
                  <td className="number">{joined}</td>
                  {stayed.map((count, index) => (
                    <td className="number muted" key={ages[index]}>
                      {count ?? '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

const afterMonths = (age: number) => (age === 1 ? t('stays.1Month') : t('stays.months', { age }))
