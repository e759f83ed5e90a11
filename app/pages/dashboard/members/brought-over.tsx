import type { OpeningBalance } from '#domain/imports/opening-balances.server.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { MemberListRow, MemberSection } from './member-list-row.tsx'

/** What a person had left in another program. */
export function BroughtOver({ balances }: { balances: OpeningBalance[] }) {
  if (balances.length === 0) return null
  return (
    <MemberSection
      heading={t('broughtOver.heading')}
      empty=""
      count={balances.length}
      note={t('broughtOver.noIncome')}
    >
      <ul className="todo member-rows">
        {balances.map((balance) => (
          <MemberListRow
            key={balance.source}
            title={balance.membership || t('broughtOver.membership')}
            text={factsOf(balance).join(', ')}
            number={balance.priceCents !== null && formatMoneyWithCents(balance.priceCents)}
          />
        ))}
      </ul>
    </MemberSection>
  )
}

/** `From Old program, 3 left, until 31 Dec 2027`. */
function factsOf({ source, trainerName, creditsLeft, runsUntil, nextChargeOn }: OpeningBalance): string[] {
  return [
    t('broughtOver.from', { source }),
    ...(creditsLeft === null ? [] : [t('broughtOver.left', { creditsLeft })]),
    ...(runsUntil === null ? [] : [t('broughtOver.until', { day: formatDay(runsUntil) })]),
    ...(nextChargeOn === null ? [] : [t('broughtOver.nextCharge', { day: formatDay(nextChargeOn) })]),
    ...(trainerName === null ? [] : [t('broughtOver.with', { trainerName })]),
  ]
}
