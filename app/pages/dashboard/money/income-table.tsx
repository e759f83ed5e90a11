import { Table } from '#app/components/table.tsx'
import { texts } from '#copy/texts.ts'
import type { Income } from '#domain/ledger/income.server.ts'
import { planNames } from '#domain/offers/plans.rules.ts'
import { formatMonth } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Month = { month: string; cents: Record<string, number>; total: number }

/** Income of each month by plan, as a bar and figures. Months without income are left out. */
export function IncomeTable({ income }: { income: Income[] }) {
  const months = monthsOf(income)
  if (months.length === 0) return null
  const most = Math.max(1, ...months.map(({ total }) => total))
  return (
    <section className="panel">
      <header>
        <h2>{t('incomeTable.incomeByMonth')}</h2>
        <span className="note legend income-legend">
          {planNames.map((plan) => (
            <span key={plan}>
              <i className={`swatch ${plan}`} />
              {capitalize(texts.trainerBooked.plans[plan])}
            </span>
          ))}
        </span>
      </header>
      <Table
        caption={t('incomeTable.incomeByMonthAnd')}
        figures
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          {
            name: t('incomeTable.month'),
            place: 'name',
            cell: ({ month }) => <span className="no-wrap">{formatMonth(month)}</span>,
          },
          { name: t('incomeTable.share'), place: 'wide', cell: (month) => <Bar month={month} most={most} /> },
          ...planNames.map((plan) => ({
            name: capitalize(plan),
            place: 'number' as const,
            look: 'right' as const,
            cell: ({ cents }: Month) => formatMoney(cents[plan] ?? 0),
          })),
          {
            name: t('incomeTable.total'),
            place: 'number',
            look: 'right strong',
            cell: ({ total }) => formatMoney(total),
          },
        ]}
      />
    </section>
  )
}

function Bar({ month, most }: { month: Month; most: number }) {
  const widths = planNames.map((plan) => (Math.max(0, month.cents[plan] ?? 0) / most) * 100)
  return (
    <svg className="income-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {planNames.map((plan, index) => {
        const from = widths.slice(0, index).reduce((sum, width) => sum + width, 0)
        const width = Math.max(0, (widths[index] ?? 0) - 0.3)
        return <rect key={plan} className={plan} x={from} width={width} height="10" />
      })}
    </svg>
  )
}

function monthsOf(income: Income[]): Month[] {
  const months = new Map<string, Month>()
  for (const { month, plan, cents } of income) {
    const known = months.get(month) ?? { month, cents: {}, total: 0 }
    known.cents[plan] = (known.cents[plan] ?? 0) + cents
    known.total += cents
    months.set(month, known)
  }
  return [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month))
}
