import { ArrowRight, Eye } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { describeTerms, kindNames, offerKinds, priceUnit } from '#domain/offers/offers.rules.ts'
import { listOffersForOffice, type OfficeOffer } from '#domain/offers/offers.server.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/offers.ts'
import { soldToNotes } from './offer-wording.ts'

const heading = () => t('offers.priceList')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const [offers, { slotPriceCents }] = await Promise.all([listOffersForOffice(actor), readPriceSettings()])
  return { offers, slotPriceCents, timeZone: page.club.timeZone }
})

export default function Offers({ loaderData: { offers, slotPriceCents, timeZone } }: Route.ComponentProps) {
  const onSale = offerKinds.flatMap((kind) =>
    offers.filter((offer) => offer.kind === kind && offer.withdrawnAt === null),
  )
  const withdrawn = offers.filter((offer) => offer.withdrawnAt !== null)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">{t('offers.whatTheClubSells')}</p>
        </div>
        <LinkButton to="/membership-plans" small>
          <Icon of={Eye} smaller />
          {t('offers.asVisitorsSeeIt')}
        </LinkButton>
      </div>
      <section className="panel">
        <header>
          <h2>{t('offers.onSale')}</h2>
          <span className="note">{t('offers.offer', { count: onSale.length })}</span>
        </header>
        {onSale.length === 0 ? (
          <EmptyState heading={t('offers.nothingYet')}>{t('offers.trainersHoursAreSold')}</EmptyState>
        ) : (
          <OfferTable caption={t('offers.offersOnSale')} offers={onSale} timeZone={timeZone} />
        )}
      </section>
      <section className="panel" aria-labelledby="new-offer">
        <header>
          <h2 id="new-offer">{t('offers.newOffer')}</h2>
        </header>
        <div className="button-row">
          {offerKinds.map((kind) => (
            <LinkButton key={kind} to={`/dashboard/offers/new/${kind}`} small>
              {kindNames[kind]}
            </LinkButton>
          ))}
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>{t('offers.trainersHours')}</h2>
          <Link className="show" to="/dashboard/hourPrices">
            {t('offers.silverGoldDiamond')}
            <Icon of={ArrowRight} />
          </Link>
        </header>
        <p>{t('offers.aNewHourCosts', { slotPrice: formatMoney(slotPriceCents) })}</p>
      </section>
      {withdrawn.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('offers.withdrawn')}</h2>
            <span className="note">{t('offers.notForSaleWho')}</span>
          </header>
          <OfferTable caption={t('offers.withdrawnOffers')} offers={withdrawn} timeZone={timeZone} />
        </section>
      )}
    </>
  )
}

function OfferTable({
  caption,
  offers,
  timeZone,
}: {
  caption: string
  offers: OfficeOffer[]
  timeZone: string
}) {
  return (
    <Table
      caption={caption}
      tall
      rows={offers}
      keyOf={({ id }) => id}
      columns={[
        { name: t('offers.offer2'), place: 'name', look: 'strong', cell: ({ title }) => title },
        {
          name: t('offers.terms'),
          place: 'under',
          cell: (offer) => [describeTerms(offer), soldToNotes[offer.soldTo]].filter(Boolean).join(', '),
        },
        {
          name: t('offers.version'),
          place: 'says',
          look: 'muted',
          cell: ({ version, createdAt, withdrawnAt }) => (
            <span className="no-wrap">
              {withdrawnAt
                ? t('offers.until', { version, withdrawnAt: formatDate(withdrawnAt, timeZone) })
                : t('offers.since', { version, createdAt: formatDate(createdAt, timeZone) })}
            </span>
          ),
        },
        {
          name: t('offers.price'),
          place: 'number',
          look: 'right',
          cell: (offer) => (
            <span className="no-wrap">
              {formatMoneyWithCents(offer.priceCents, offer.currency)} {priceUnit(offer)}
            </span>
          ),
        },
        {
          name: t('offers.open'),
          place: 'act',
          look: 'right',
          cell: ({ id, title, version }) => (
            <Link
              className="row-link no-wrap"
              to={`/dashboard/offers/${id}`}
              aria-label={t('offers.openVersion', { title, version })}
            >
              {t('offers.open')}
            </Link>
          ),
        },
      ]}
    />
  )
}
