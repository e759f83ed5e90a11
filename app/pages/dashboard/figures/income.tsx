import type { Income, ReasonCount } from '#domain/overview/income-figures.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { Bar } from './bar.tsx'

/** Income of this month and the next. */
export function IncomeTable({
  income: { received, dueCents, agreedCents, likelyCents },
}: {
  income: Income
}) {
  const total = received.reduce((sum, { cents }) => sum + cents, 0)
  const rows = [
    ...received.map(({ kind, cents }) => ({ name: t('figures.kind', { kind }), cents, hollow: false })),
    { name: t('figures.receivedThisMonth'), cents: total, hollow: false },
    { name: t('figures.stillDueThisMonth'), cents: dueCents, hollow: true },
    { name: t('figures.agreedForNextMonth'), cents: agreedCents, hollow: true },
    { name: t('figures.likelyOfIt'), cents: likelyCents, hollow: false },
  ]
  const most = Math.max(1, ...rows.map(({ cents }) => cents))
  return (
    <ChartRows
      caption={t('figures.incomeOfThisMonth')}
      names={[t('figures.what'), t('figures.amount')]}
      rows={rows.map(({ name, cents, hollow }) => ({
        name,
        number: formatMoney(cents),
        percent: (Math.max(0, cents) / most) * 100,
        hollow,
      }))}
    />
  )
}

/** Why members left, by how many said so. */
export function ReasonTable({ reasons }: { reasons: ReasonCount[] }) {
  const total = reasons.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return <p className="above-3">{t('figures.nobodyHasLeftYet')}</p>
  return (
    <ChartRows
      caption={t('figures.whyTheyLeft')}
      names={[t('figures.reason'), t('figures.members')]}
      rows={reasons.map(({ reason, count }) => ({
        name: t('figures.reasonGiven', { reason: reason ?? 'none' }),
        number: String(count),
        percent: (count / total) * 100,
        hollow: reason === null,
      }))}
    />
  )
}

type ChartRow = { name: string; number: string; percent: number; hollow: boolean }
type ChartRowsProps = { caption: string; names: [string, string]; rows: ChartRow[] }

const ChartRows = ({ caption, names: [first, second], rows }: ChartRowsProps) => (
  <table className="chart-rows">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <td />
        <th scope="col" className="start">
          {second}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, number, percent, hollow }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td className="bar-of wide">
            <Bar percent={percent} hollow={hollow} />
          </td>
          <td className="number start">{number}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
