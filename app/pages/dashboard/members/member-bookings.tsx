import { Form, Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Dot, type DotKind } from '#app/components/status-dot.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { daysLeft } from '#app/pages/dashboard/parts/time-left.ts'
import type { PersonBooking } from '#domain/overview/person.server.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatHourWithTrainer } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { MemberListRow } from './member-list-row.tsx'

/** Unpaid holds of a person: take payment or let go. */
export function HeldBookings({
  held,
  personId,
  timeZone,
}: {
  held: PersonBooking[]
  personId: string
  timeZone: string
}) {
  return (
    <ul className="todo member-rows">
      {held.map((hour) => (
        <MemberListRow
          key={hour.bookingId}
          mark={<Dot kind="held" />}
          title={formatHourWithTrainer(hour)}
          text={heldUntil(hour, timeZone)}
          number={formatMoney(hour.amountCents ?? hour.slotPriceCents, hour.currency)}
        >
          <Form method="post" action={`/bookings/${hour.bookingId}/letGo`} className="row-actions">
            <input type="hidden" name="person" value={personId} />
            <LinkButton small variant="primary" to={`/dashboard/takePayment/${hour.bookingId}`}>
              {t('memberBookings.takePayment')}
              <ScreenReaderContext hour={hour} />
            </LinkButton>
            <Button small>
              {t('memberBookings.letGo')}
              <ScreenReaderContext hour={hour} />
            </Button>
          </Form>
        </MemberListRow>
      ))}
    </ul>
  )
}

function heldUntil({ plan, forDesk, holdExpiresAt }: PersonBooking, timeZone: string): string {
  const until = holdExpiresAt
    ? t('memberBookings.until', {
        holdExpiresAt: formatTime(holdExpiresAt, timeZone),
        forDesk: forDesk
          ? t('memberBookings.on', { holdExpiresAt: formatDate(holdExpiresAt, timeZone) })
          : '',
      })
    : ''
  return t('memberBookings.onHoldForThe', { planOf: planOf(plan), forDesk: forDesk ? 'yes' : 'no', until })
}

const planOf = (plan: PersonBooking['plan']) => (plan ? capitalize(plan) : t('memberBookings.noPackageYet'))

type Props = {
  hours: PersonBooking[]
  /** Null for a deleted account, for which nothing can be held. */
  personId: string | null
  now: Date
  timeZone: string
}

/** Months of a person, newest first, with the office's actions. */
export function MemberBookings({ hours, personId, now, timeZone }: Props) {
  return (
    <ul className="todo member-rows">
      {hours.map((hour) => {
        const { bookingId, state, plan, paidUntil, createdAt } = hour
        const { label, kind } = states()[state]
        const isTheirs = state === 'paid' && paidUntil !== null
        return (
          <MemberListRow
            key={bookingId}
            mark={<Dot kind={kind} />}
            title={formatHourWithTrainer(hour)}
            text={`${planOf(plan)}, ${label}`}
            number={formatDate(paidUntil ?? createdAt, timeZone)}
            below={isTheirs && t('memberBookings.dayLeft', { daysLeft: daysLeft(paidUntil, now) })}
          >
            <RowLinks hour={hour} personId={personId} />
          </MemberListRow>
        )
      })}
    </ul>
  )
}

const states = (): Record<PersonBooking['state'], { label: string; kind: DotKind }> => ({
  held: { label: t('memberBookings.onHold'), kind: 'held' },
  paying: { label: t('memberBookings.toBePaid'), kind: 'held' },
  paid: { label: t('memberBookings.theirs'), kind: 'on' },
  expired: { label: t('memberBookings.notPaidInTime'), kind: 'ring' },
  cancelled: { label: t('memberBookings.letGoBeforePaying'), kind: 'ring' },
  refund_due: { label: t('memberBookings.moneyDueBack'), kind: 'held' },
  refunded: { label: t('memberBookings.refunded'), kind: 'ring' },
  ended: { label: t('memberBookings.over'), kind: 'ring' },
})

const ScreenReaderContext = ({ hour }: { hour: PersonBooking }) => (
  <span className="visually-hidden"> {formatHourWithTrainer(hour)}</span>
)

const monthActions = (): { name: string; page: string; permission: Permission; whilePaid: boolean }[] => [
  { name: t('memberBookings.move'), page: 'moveMonth', permission: 'months.change', whilePaid: true },
  { name: t('memberBookings.extend'), page: 'extendMonth', permission: 'months.change', whilePaid: true },
  { name: t('memberBookings.giveUp'), page: 'closeHour', permission: 'slots.close', whilePaid: true },
  { name: t('memberBookings.makeUps'), page: 'owed', permission: 'makeUps.give', whilePaid: false },
]

function RowLinks({ hour, personId }: { hour: PersonBooking; personId: string | null }) {
  const { bookingId, slotId, slotPriceCents, state } = hour
  const { viewer } = useLayoutProps()
  if (personId && hour.isFree && (state === 'expired' || state === 'cancelled'))
    return (
      <Form method="post" action={`/dashboard/bookFor/${personId}`} className="row-actions">
        <input type="hidden" name="hour" value={`${slotId} ${slotPriceCents}`} />
        <Button small>
          {t('memberBookings.holdItAgain')}
          <ScreenReaderContext hour={hour} />
        </Button>
      </Form>
    )
  if (state !== 'paid' && state !== 'ended') return null
  const actions = monthActions().filter(
    ({ whilePaid, permission }) => (!whilePaid || state === 'paid') && can(viewer, permission),
  )
  return (
    <span className="row-actions">
      {actions.map(({ name, page }) => (
        <Link key={page} className="row-link" to={`/dashboard/${page}/${bookingId}`}>
          {name}
          <ScreenReaderContext hour={hour} />
        </Link>
      ))}
    </span>
  )
}
