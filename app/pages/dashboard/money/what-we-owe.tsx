import { readLiabilities } from '#domain/ledger/liabilities.server.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/what-we-owe.ts'

const heading = 'What we owe'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  owed: await readLiabilities(actor),
  currency: club.currency,
}))

/** What the club owes members and trainers now, as one figure with its lines. */
export default function WhatWeOwe({ loaderData: { owed, currency } }: Route.ComponentProps) {
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const lines = [
    {
      name: 'Hours paid and not yet given',
      what: formatCount(owed.hours.count, 'hour', 'hours'),
      cents: owed.hours.cents,
    },
    {
      name: 'Make-ups',
      what: `${formatCount(owed.makeUps.count, 'hour', 'hours')} that can still be used`,
      cents: owed.makeUps.cents,
    },
    {
      name: 'Refunds on their way',
      what: formatCount(owed.refunds.count, 'refund', 'refunds'),
      cents: owed.refunds.cents,
    },
    {
      name: 'Trainers’ parts of what was given',
      what: formatCount(owed.trainers.count, 'trainer', 'trainers'),
      cents: owed.trainers.cents,
    },
  ]
  return (
    <>
      <BackLink to="/dashboard/balance">{texts.balance.heading}</BackLink>
      <h1>{heading}</h1>
      <p className="subtitle">If the club closed now, it would hand this back.</p>
      <dl className="desk-sums above-5">
        <div>
          <dt>In all</dt>
          <dd className="tabular">{money(owed.totalCents)}</dd>
        </div>
      </dl>
      <section className="panel" aria-label={heading}>
        <ul className="todo">
          {lines.map(({ name, what, cents }) => (
            <li key={name}>
              <div>
                <b>{name}</b>
                <p>{what}</p>
              </div>
              <b className="push-end tabular">{money(cents)}</b>
            </li>
          ))}
        </ul>
        <p className="note above-3">
          An hour is worth the price of its month by the number of its dates, and never more than what is left
          of the payment. {owed.taxCents > 0 && `Hours and make-ups include ${money(owed.taxCents)} of tax.`}
        </p>
      </section>
    </>
  )
}
