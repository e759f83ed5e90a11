import { BackLink } from '#app/components/back-link.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { readLiabilities } from '#domain/ledger/liabilities.server.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/what-we-owe.ts'

const heading = () => t('whatWeOwe.whatWeOwe')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  owed: await readLiabilities(actor),
  currency: club.currency,
}))

/** What the club owes members and trainers now, as one figure with its lines. */
export default function WhatWeOwe({ loaderData: { owed, currency } }: Route.ComponentProps) {
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  const lines = [
    {
      name: t('whatWeOwe.hoursPaidAndNot'),
      what: t('whatWeOwe.hour', { count: owed.hours.count }),
      cents: owed.hours.cents,
    },
    {
      name: t('whatWeOwe.makeUps'),
      what: t('whatWeOwe.hourThatCanStill', { count: owed.makeUps.count }),
      cents: owed.makeUps.cents,
    },
    {
      name: t('whatWeOwe.giftCards'),
      what: t('whatWeOwe.giftCard', { count: owed.giftCards.count }),
      cents: owed.giftCards.cents,
    },
    {
      name: t('whatWeOwe.refundsOnTheirWay'),
      what: t('whatWeOwe.refund', { count: owed.refunds.count }),
      cents: owed.refunds.cents,
    },
    {
      name: t('whatWeOwe.trainersPartsOfWhat'),
      what: t('whatWeOwe.trainer', { count: owed.trainers.count }),
      cents: owed.trainers.cents,
    },
  ]
  return (
    <>
      <BackLink to="/dashboard/balance">{texts.balance.heading}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('whatWeOwe.ifTheClubClosed')}</p>
      <dl className="desk-sums above-5">
        <div>
          <dt>{t('whatWeOwe.inAll')}</dt>
          <dd className="tabular">{money(owed.totalCents)}</dd>
        </div>
      </dl>
      <section className="panel" aria-label={heading()}>
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
          {t('whatWeOwe.anHourIsWorth')}
          {owed.taxCents > 0 && t('whatWeOwe.hoursAndMakeUps', { money: money(owed.taxCents) })}
        </p>
      </section>
    </>
  )
}
