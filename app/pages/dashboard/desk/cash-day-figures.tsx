import type { CashDifferenceReason } from '#db/tables.ts'
import { formatMoneyWithCents } from '#format/money.ts'

export const reasonNames: Record<CashDifferenceReason, string> = {
  change: 'Wrong change given',
  expense: 'Paid something from the drawer',
  miscount: 'Counted wrong the day before',
  unknown: 'I do not know',
}

type Counted = { expectedCents: number; countedCents: number }

/** `as it should be`, `$0.50 too much` or `$10.00 missing`. */
export function differenceWords({ expectedCents, countedCents }: Counted, currency: string): string {
  const cents = countedCents - expectedCents
  if (cents === 0) return 'as it should be'
  return `${formatMoneyWithCents(Math.abs(cents), currency)} ${cents < 0 ? 'missing' : 'too much'}`
}

type Props = Counted & { openingCents: number; keptCents: number; currency: string }

/** What should be in the drawer, what was counted, and what became of it. */
export function CashDayFigures({ expectedCents, countedCents, openingCents, keptCents, currency }: Props) {
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const missing = expectedCents - countedCents
  const figures = [
    { name: 'Opening float', cents: openingCents },
    { name: 'Should be', cents: expectedCents },
    { name: 'Counted', cents: countedCents },
    { name: missing < 0 ? 'Too much' : 'Missing', cents: Math.abs(missing) },
    { name: 'Stays in the drawer', cents: keptCents },
    { name: 'To the bank or the safe', cents: countedCents - keptCents },
  ]
  return (
    <dl className="desk-sums above-5">
      {figures.map(({ name, cents }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{money(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
