import { Link } from 'react-router'
import { listPurchases, type Purchase } from '#domain/sales/purchases.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/purchases.ts'

const heading = 'Purchases'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => ({
  purchases: await listPurchases(actor),
  timeZone: page.club.timeZone,
}))

export default function Purchases({ loaderData: { purchases, timeZone } }: Route.ComponentProps) {
  const groups = [
    { name: 'To pay', rows: purchases.filter(isToPay) },
    { name: 'In use', rows: purchases.filter(({ isInUse }) => isInUse) },
    { name: 'Over', rows: purchases.filter((each) => !each.isInUse && !isToPay(each)) },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading}</h1>
          <p className="subtitle">Memberships, packs, single classes and trials, and what is left of them.</p>
        </div>
        <LinkButton to="/membership-plans" small>
          Price list
        </LinkButton>
      </div>
      {groups.length === 0 && (
        <section className="panel">
          <EmptyState heading="Nothing yet">
            What you buy from the price list is listed here. Months with a trainer are among{' '}
            <Link to="/dashboard/week">your dates</Link>.
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

const isToPay = ({ state, holdIsOver }: Purchase) => (state === 'held' || state === 'paying') && !holdIsOver

function PurchaseTable({ caption, rows, timeZone }: { caption: string; rows: Purchase[]; timeZone: string }) {
  return (
    <Table
      caption={caption}
      tall
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'What', place: 'name', look: 'strong', cell: ({ title }) => title },
        { name: 'Left', place: 'says', cell: (purchase) => <Left purchase={purchase} /> },
        {
          name: 'Until',
          place: 'under',
          // the last moment is the midnight after the last day
          cell: ({ untilAt }) =>
            untilAt === null ? '' : `until ${formatDate(new Date(untilAt.getTime() - 1), timeZone)}`,
        },
        {
          name: 'Price',
          place: 'number',
          look: 'right',
          cell: ({ amountCents, currency }) => formatMoneyWithCents(amountCents, currency),
        },
        {
          name: 'Open',
          place: 'act',
          look: 'right',
          cell: (purchase) => <Action purchase={purchase} />,
        },
      ]}
    />
  )
}

function Left({ purchase }: { purchase: Purchase }) {
  const { state, given, used, isInUse } = purchase
  if (isToPay(purchase)) return <StatusDot kind="held">not paid yet</StatusDot>
  if (state === 'refund_due' || state === 'refunded') return <StatusDot kind="ring">paid back</StatusDot>
  const left =
    given === null ? 'as many as you like' : `${formatCount(given - used, 'class', 'classes')} left`
  return <StatusDot kind={isInUse && given !== used ? 'on' : 'ring'}>{left}</StatusDot>
}

function Action({ purchase }: { purchase: Purchase }) {
  const { id, title, hasInvoice } = purchase
  if (isToPay(purchase))
    return (
      <Link className="row-link" to={`/dashboard/order/${id}`}>
        Pay<span className="visually-hidden"> for {title}</span>
      </Link>
    )
  return (
    hasInvoice && (
      <Link className="row-link" to={`/dashboard/receipt/${id}`}>
        Receipt<span className="visually-hidden"> of {title}</span>
      </Link>
    )
  )
}
