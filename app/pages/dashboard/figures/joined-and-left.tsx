import { Dot } from '#app/components/status-dot.tsx'
import type { MonthOfPeople } from '#domain/overview/people-figures.server.ts'
import { formatMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { Bar } from './bar.tsx'

/** Members who left and joined by month since the first who joined, as bars beside their numbers. */
export function JoinedAndLeft({ months: all }: { months: MonthOfPeople[] }) {
  const first = all.findIndex(({ joined, running }) => joined > 0 || running > 0)
  const months = first === -1 ? all.slice(-1) : all.slice(first)
  const most = Math.max(1, ...months.flatMap(({ joined, left }) => [joined, left]))
  const percentOf = (count: number) => (count / most) * 95
  const sum = (of: (month: MonthOfPeople) => number) => months.reduce((total, month) => total + of(month), 0)
  const growth = sum(({ joined }) => joined) - sum(({ left }) => left)
  return (
    <>
      <table className="chart-rows two-sided">
        <caption className="visually-hidden">{t('joinedAndLeft.membersWhoLeftAnd')}</caption>
        <colgroup>
          <col />
          <col className="bar-of" />
          <col />
          <col />
          <col className="bar-of" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('joinedAndLeft.month')}</th>
            <th scope="col" colSpan={2} className="right">
              {t('joinedAndLeft.left')}
            </th>
            <th scope="col" colSpan={2} className="start axis">
              {t('joinedAndLeft.joined')}
            </th>
            <th scope="col" className="right">
              {t('joinedAndLeft.members')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, joined, left, running }, index) => (
            <tr key={month}>
              <th scope="row" className="month">
                {formatMonth(month)}
                {index === months.length - 1 && (
                  <>
                    <Dot kind="on" />
                    <span className="visually-hidden">{t('joinedAndLeft.untilToday')}</span>
                  </>
                )}
              </th>
              <td className="bar-of">
                <Bar percent={percentOf(left)} hollow right />
              </td>
              <td className="number">{left}</td>
              <td className="number start axis">{joined}</td>
              <td className="bar-of">
                <Bar percent={percentOf(joined)} />
              </td>
              <td className="number">{running}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('joinedAndLeft.together')}</th>
            <td />
            <td className="number">{sum(({ left }) => left)}</td>
            <td className="number start axis">{sum(({ joined }) => joined)}</td>
            <td />
            <td className="number">{growth > 0 ? `+${growth}` : growth}</td>
          </tr>
        </tfoot>
      </table>
      <p className="chart-key">
        <span>
          <i className="hollow" />
          {t('joinedAndLeft.left2')}
        </span>
        <span>
          <i />
          {t('joinedAndLeft.joined2')}
        </span>
      </p>
    </>
  )
}
