import type { CashDifferenceReason } from '#db/tables.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

export const reasonNames: Record<CashDifferenceReason, string> = {
  get change() {
    return t('cashDayFigures.wrongChangeGiven')
  },
  get expense() {
    return t('cashDayFigures.paidSomethingFromThe')
  },
  get miscount() {
    return t('cashDayFigures.countedWrongTheDay')
  },
  get unknown() {
    return t('cashDayFigures.iDoNotKnow')
  },
}

type Counted = { expectedCents: number; countedCents: number }

/** `as it should be`, `$0.50 too much` or `$10.00 missing`. */
export function differenceWords({ expectedCents, countedCents }: Counted, currency: string): string {
  const cents = countedCents - expectedCents
  if (cents === 0) return t('cashDayFigures.asItShouldBe')
  return `${formatMoneyWithCents(Math.abs(cents), currency)} ${cents < 0 ? t('cashDayFigures.missing2') : t('cashDayFigures.tooMuch')}`
}

type Props = Counted & { openingCents: number; keptCents: number; currency: string }

/** What should be in the drawer, what was counted, and what became of it. */
export function CashDayFigures({ expectedCents, countedCents, openingCents, keptCents, currency }: Props) {
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const missing = expectedCents - countedCents
  const figures = [
    { name: t('cashDayFigures.openingFloat'), cents: openingCents },
    { name: t('cashDayFigures.shouldBe'), cents: expectedCents },
    { name: t('cashDayFigures.counted'), cents: countedCents },
    {
      name: missing < 0 ? t('cashDayFigures.tooMuch2') : t('cashDayFigures.missing'),
      cents: Math.abs(missing),
    },
    { name: t('cashDayFigures.staysInTheDrawer'), cents: keptCents },
    { name: t('cashDayFigures.toTheBankOr'), cents: countedCents - keptCents },
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
