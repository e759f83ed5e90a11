import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { listPurchases, type Purchase } from '#domain/sales/purchases.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/purchases.ts'

const heading = () => t('purchases.heading')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => ({
  purchases: await listPurchases(actor),
  timeZone: page.club.timeZone,
}))

export default function Purchases({ loaderData: { purchases, timeZone } }: Route.ComponentProps) {
  const groups = [
    { name: t('purchases.toPay'), rows: purchases.filter(isToPay) },
    { name: t('purchases.inUse'), rows: purchases.filter(isUsable) },
    { name: t('purchases.over'), rows: purchases.filter((each) => !isUsable(each) && !isToPay(each)) },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">{t('purchases.membershipsPacksSingleClasses')}</p>
        </div>
        <LinkButton to="/membership-plans" small>
          {t('purchases.priceList')}
        </LinkButton>
      </div>
      {groups.length === 0 && (
        <section className="panel">
          <EmptyState heading={t('purchases.nothingYet')}>
            {t('purchases.whatYouBuyFrom')}
            <Link to="/dashboard/week">{t('purchases.yourDates')}</Link>.
          </EmptyState>
        </section>
      )}
      {groups.map(({ name, rows }) => (
        <section className="panel" key={name}>
          <header>
            <h2>{name}</h2>
          </header>
          <PurchaseTable caption={name} rows={rows} timeZone={timeZone} />
        </section>
      ))}
    </>
  )
}

const isOnItsWay = ({ state, processingSince }: Purchase) => state === 'paying' && processingSince !== null

const isToPay = (purchase: Purchase) =>
  isOnItsWay(purchase) || ((purchase.state === 'held' || purchase.state === 'paying') && !purchase.holdIsOver)

/** A gift card without a balance is over, whatever its last day. */
const isUsable = ({ isInUse, kind, leftCents }: Purchase) =>
  isInUse && !(kind === 'gift_card' && leftCents === 0)

function PurchaseTable({ caption, rows, timeZone }: { caption: string; rows: Purchase[]; timeZone: string }) {
  return (
    <Table
      caption={caption}
      tall
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: t('purchases.what'), place: 'name', look: 'strong', cell: ({ title }) => title },
        {
          name: t('purchases.left'),
          place: 'says',
          cell: (purchase) => <Left purchase={purchase} timeZone={timeZone} />,
        },
        {
          name: t('purchases.until'),
          place: 'under',
          // the last moment is the midnight after the last day
          cell: ({ untilAt, state }) =>
            untilAt === null || isPaidBack(state)
              ? ''
              : t('purchases.until2', { value: formatDate(new Date(untilAt.getTime() - 1), timeZone) }),
        },
        {
          name: t('purchases.price'),
          place: 'number',
          look: 'right',
          cell: ({ amountCents, currency }) => formatMoneyWithCents(amountCents, currency),
        },
        {
          name: t('purchases.open'),
          place: 'act',
          look: 'right',
          cell: (purchase) => <Action purchase={purchase} />,
        },
      ]}
    />
  )
}

const isPaidBack = (state: Purchase['state']) => state === 'refund_due' || state === 'refunded'

function Left({ purchase, timeZone }: { purchase: Purchase; timeZone: string }) {
  const { state, given, used, isInUse, withdrawalDueAt } = purchase
  if (isOnItsWay(purchase)) return <StatusDot kind="held">{t('purchases.onItsWay')}</StatusDot>
  if (isToPay(purchase))
    return (
      <StatusDot kind={purchase.repeatsId === null ? 'held' : 'bad'}>
        {purchase.repeatsId === null ? t('purchases.notPaidYet') : t('purchases.takenBack')}
      </StatusDot>
    )
  if (isPaidBack(state)) return <StatusDot kind="ring">{t('purchases.paidBack')}</StatusDot>
  if (withdrawalDueAt)
    return (
      <StatusDot kind="bad">
        {t('purchases.withdrawnEnds', { day: formatDate(withdrawalDueAt, timeZone) })}
      </StatusDot>
    )
  if (purchase.kind === 'gift_card')
    return (
      <StatusDot kind={purchase.leftCents > 0 ? 'on' : 'ring'}>
        {t('purchases.leftOnIt', { left: formatMoneyWithCents(purchase.leftCents, purchase.currency) })}
      </StatusDot>
    )
  if (!isInUse) return <StatusDot kind="ring">{t('purchases.isOver')}</StatusDot>
  const left = given === null ? t('purchases.asManyAsYou') : t('purchases.classLeft', { given: given - used })
  return <StatusDot kind={given !== used ? 'on' : 'ring'}>{left}</StatusDot>
}

/** A membership's page has this button itself. */
const givesClasses = ({ kind, given, used, isInUse, state }: Purchase) =>
  (kind === 'pack' || kind === 'class' || kind === 'trial') && state === 'paid' && isInUse && given !== used

function Action({ purchase }: { purchase: Purchase }) {
  const { id, kind, state, title, hasInvoice, canWithdraw, withdrawalDueAt, isInUse } = purchase
  if (isToPay(purchase))
    return (
      <Link className="row-link" to={`/dashboard/order/${id}`}>
        {isOnItsWay(purchase) ? t('purchases.see') : t('purchases.pay')}
        <span className="visually-hidden">{t('purchases.for', { title })}</span>
      </Link>
    )
  return (
    <span className="row-actions">
      {givesClasses(purchase) && (
        <Link className="row-link" to="/timetable">
          {t('membership.bookAClass')}
          <span className="visually-hidden">{t('purchases.with', { title })}</span>
        </Link>
      )}
      {kind === 'membership' && isInUse && (
        <Link className="row-link" to="/dashboard/membership">
          {t('purchases.manage')}
          <span className="visually-hidden"> {title}</span>
        </Link>
      )}
      {kind === 'gift_card' && state === 'paid' && (
        <Link className="row-link" to={`/dashboard/giftCard/${id}`}>
          {t('purchases.showTheCode')}
          <span className="visually-hidden">{t('purchases.of', { title })}</span>
        </Link>
      )}
      {(canWithdraw || withdrawalDueAt) && (
        <Link className="row-link" to={`/dashboard/purchases/${id}/withdraw`}>
          {withdrawalDueAt ? t('purchases.keepIt') : t('purchases.withdraw')}
          <span className="visually-hidden">{t('purchases.from', { title })}</span>
        </Link>
      )}
      {hasInvoice && (
        <Link className="row-link" to={`/dashboard/receipt/${id}`}>
          {t('purchases.receipt')}
          <span className="visually-hidden">{t('purchases.of', { title })}</span>
        </Link>
      )}
    </span>
  )
}
