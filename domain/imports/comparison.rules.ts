import { daysBetween } from '#format/days.ts'
import { foldName } from './classify.rules.ts'

/** What one person paid, or would have paid, on a day. */
export type Charge = { memberId: string | null; name: string; day: string; cents: number }

export type DifferenceKind =
  | 'missing here'
  | 'missing there'
  | 'other amount'
  | 'other day'
  | 'other day and amount'
  | 'unknown person'

/** A charge of the club and one of the old system that do not agree; null where there is none. */
export type Difference = {
  kind: DifferenceKind
  memberId: string | null
  name: string
  here: Charge | null
  there: Charge | null
}

/** Days by which the same charge may differ. */
export const mostDaysApart = 10

/** Ways in which two charges of one person belong together, the surest first. */
const pairings: { kind: DifferenceKind | null; fits: (here: Charge, there: Charge) => boolean }[] = [
  { kind: null, fits: (here, there) => here.day === there.day && here.cents === there.cents },
  { kind: 'other amount', fits: (here, there) => here.day === there.day },
  { kind: 'other day', fits: (here, there) => here.cents === there.cents && isNear(here, there) },
  { kind: 'other day and amount', fits: (here, there) => isNear(here, there) },
]

const isNear = (here: Charge, there: Charge) => Math.abs(daysBetween(here.day, there.day)) <= mostDaysApart

/**
 * Compares what the club would have charged with what the old system charged. A charge of the club on a day without a
 * file is used for pairs and is missing nowhere. Returns how many are equal, and the differences by day.
 */
export function compareCharges(
  here: readonly Charge[],
  there: readonly Charge[],
  isCovered: (day: string) => boolean,
): { equal: number; differences: Difference[] } {
  const differences: Difference[] = there
    .filter(({ memberId }) => memberId === null)
    .map((charge) => ({ kind: 'unknown person', ...nameOf(charge), here: null, there: charge }))
  const expected = Map.groupBy(here, ({ memberId }) => memberId)
  const charged = Map.groupBy(
    there.filter(({ memberId }) => memberId !== null),
    ({ memberId }) => memberId,
  )
  let equal = 0
  for (const memberId of new Set([...expected.keys(), ...charged.keys()])) {
    const left = [...(expected.get(memberId) ?? [])]
    let right = charged.get(memberId) ?? []
    for (const { kind, fits } of pairings)
      right = right.filter((charge) => {
        const found = left.find((each) => fits(each, charge))
        if (found === undefined) return true
        left.splice(left.indexOf(found), 1)
        if (kind === null) equal += 1
        else differences.push({ kind, ...nameOf(found), here: found, there: charge })
        return false
      })
    for (const charge of left.filter(({ day }) => isCovered(day)))
      differences.push({ kind: 'missing there', ...nameOf(charge), here: charge, there: null })
    for (const charge of right)
      differences.push({ kind: 'missing here', ...nameOf(charge), here: null, there: charge })
  }
  return { equal, differences: differences.toSorted(byDayAndName) }
}

const nameOf = ({ memberId, name }: Charge) => ({ memberId, name })

const byDayAndName = (one: Difference, other: Difference) =>
  dayOf(one).localeCompare(dayOf(other)) || one.name.localeCompare(other.name)

const dayOf = ({ here, there }: Difference) => (there ?? here)!.day

/** A name as banks write it: in any order of its words, and with `ue` for `ü`. */
export const nameKey = (name: string): string =>
  foldName(name.replaceAll(',', ' '))
    .replace(/([aou])e/g, '$1')
    .split(/\s+/)
    .toSorted()
    .join(' ')
