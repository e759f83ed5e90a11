import { ArrowRight, Eye } from 'lucide'
import { Link } from 'react-router'
import { listOffersForOffice, type OfficeOffer } from '#domain/offers/offers.server.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { describeTerms, kindNames, offerKinds, priceUnit, soldKinds } from '#domain/offers/offers.rules.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { soldToNotes } from './offer-wording.ts'
import type { Route } from './+types/offers.ts'

const heading = 'Price list'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

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
          <h1>{heading}</h1>
          <p className="subtitle">
            What the club sells. An offer never changes, it is replaced: who bought it keeps its terms.
          </p>
        </div>
        <LinkButton to="/membership-plans" small>
          <Icon of={Eye} smaller />
          As visitors see it
        </LinkButton>
      </div>
      <section className="panel">
        <header>
          <h2>On sale</h2>
          <span className="note">{formatCount(onSale.length, 'offer', 'offers')}</span>
        </header>
        {onSale.length === 0 ? (
          <EmptyState heading="Nothing yet">Trainers’ hours are sold without an offer.</EmptyState>
        ) : (
          <OfferTable caption="Offers on sale" offers={onSale} timeZone={timeZone} />
        )}
      </section>
      <section className="panel" aria-labelledby="new-offer">
        <header>
          <h2 id="new-offer">New offer</h2>
        </header>
        <div className="button-row">
          {soldKinds.map((kind) => (
            <LinkButton key={kind} to={`/dashboard/offers/new/${kind}`} small>
              {kindNames[kind]}
            </LinkButton>
          ))}
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Trainers’ hours</h2>
          <Link className="show" to="/dashboard/hourPrices">
            Silver, Gold, Diamond
            <Icon of={ArrowRight} />
          </Link>
        </header>
        <p>A new hour costs {formatMoney(slotPriceCents)} a month until another price is set.</p>
      </section>
      {withdrawn.length > 0 && (
        <section className="panel">
          <header>
            <h2>Withdrawn</h2>
            <span className="note">not for sale; who has one keeps it</span>
          </header>
          <OfferTable caption="Withdrawn offers" offers={withdrawn} timeZone={timeZone} />
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
        { name: 'Offer', place: 'name', look: 'strong', cell: ({ title }) => title },
        {
          name: 'Terms',
          place: 'under',
          cell: (offer) => [describeTerms(offer), soldToNotes[offer.soldTo]].filter(Boolean).join(', '),
        },
        {
          name: 'Version',
          place: 'says',
          look: 'muted',
          cell: ({ version, createdAt, withdrawnAt }) => (
            <span className="no-wrap">
              {withdrawnAt
                ? `${version}, until ${formatDate(withdrawnAt, timeZone)}`
                : `${version}, since ${formatDate(createdAt, timeZone)}`}
            </span>
          ),
        },
        {
          name: 'Price',
          place: 'number',
          look: 'right',
          cell: (offer) => (
            <span className="no-wrap">
              {formatMoneyWithCents(offer.priceCents, offer.currency)} {priceUnit(offer)}
            </span>
          ),
        },
        {
          name: 'Open',
          place: 'act',
          look: 'right',
          cell: ({ id, title, version }) => (
            <Link
              className="row-link no-wrap"
              to={`/dashboard/offers/${id}`}
              aria-label={`Open ${title}, version ${version}`}
            >
              Open
            </Link>
          ),
        },
      ]}
    />
  )
}
