import { LogoMark } from '#app/components/mark.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { PrintBar } from '#app/pages/dashboard/layout/print-bar.tsx'
import { getGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { formatDayWithYear } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/gift-card.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('offers.giftCard'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    card: await getGiftCard(actor, params.id),
    club: { name: club.name },
    address: `${club.publicUrl}/giftCard`,
  }),
)

/** A gift card on one page, to be printed or sent on. */
export default function GiftCardPage({ loaderData: { card, club, address } }: Route.ComponentProps) {
  const money = (cents: number) => formatMoneyWithCents(cents, card.currency)
  const back = card.isOwn
    ? { to: '/dashboard/purchases', name: t('purchases.heading') }
    : { to: `/dashboard/members/${card.buyerId}`, name: card.buyerName }
  return (
    <>
      <SkipLink />
      <PrintBar {...back} />
      <main id="content" className="receipt-desk" tabIndex={-1}>
        <article className="receipt gift-card">
          <div className="gift-card-front">
            <LogoMark />
            <div>
              <h1>{t('offers.giftCard')}</h1>
              <p className="gift-card-value">{money(card.valueCents)}</p>
              <p>{club.name}</p>
              <p className="gift-card-code">{card.code}</p>
            </div>
          </div>
          <h2>{t('giftCard.howTo')}</h2>
          <div className="gift-card-use">
            <ol>
              <li>{t('giftCard.stepOpen', { address: address.replace(/^https?:\/\//, '') })}</li>
              <li>{t('giftCard.stepType')}</li>
              <li>{t('giftCard.stepDesk')}</li>
            </ol>
            <QrCode text={address} name={t('giftCard.qr')} />
          </div>
          <p>
            {t('giftCard.isLeft', { left: money(card.leftCents), value: money(card.valueCents) })}{' '}
            {card.untilOn && t('giftCard.goodUntil', { day: formatDayWithYear(card.untilOn, '') })}
          </p>
          <p>
            {t('giftCard.holderNote')} {t('giftCard.taxNote')}
          </p>
        </article>
      </main>
    </>
  )
}
