import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { renewalPrice } from '#domain/memberships/memberships.rules.ts'
import type { Membership } from '#domain/memberships/memberships.server.ts'
import { formatPrices } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { MemberListRow, MemberSection } from './member-list-row.tsx'

type Props = { membership: Membership; canManage: boolean; timeZone: string }

/** The running membership of a person: what is left of it, whether it is paid, and what it costs from now on. */
export function MemberMembership({ membership, canManage, timeZone }: Props) {
  const { price, reduced } = renewalPrice(membership)
  return (
    <MemberSection heading={t('memberships.membership')} empty="" count={1}>
      <ul className="todo member-rows">
        <MemberListRow
          mark={<Dot kind={membership.next?.hasBegun ? 'held' : 'on'} />}
          title={membership.title}
          text={[stateOf(membership, timeZone), formatPrices(price, reduced)].map(capitalize).join('. ')}
        >
          {canManage && (
            <LinkButton small to="/dashboard/memberships">
              {t('memberships.manage')}
            </LinkButton>
          )}
        </MemberListRow>
      </ul>
    </MemberSection>
  )
}

function stateOf({ given, used, paidUntil, endsAt, next }: Membership, timeZone: string): string {
  const day = (moment: Date) => formatDate(moment, timeZone)
  if (next?.hasBegun) return t('memberships.notPaidSince', { day: day(paidUntil) })
  const left =
    given === null ? t('membership.asManyAsYou') : t('memberships.classesLeft', { left: given - used, given })
  const end = endsAt
    ? t('memberships.ends', { day: day(endsAt) })
    : t('memberships.paidUntil', { day: day(paidUntil) })
  return `${left}, ${end}`
}
