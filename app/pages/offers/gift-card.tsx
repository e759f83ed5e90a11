import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { LogoMark } from '#app/components/mark.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SkipLink } from '#app/frame/skip-link.tsx'
import { PrintBar } from '#app/pages/dashboard/layout/print-bar.tsx'
import { getGiftCard, revealGiftCard } from '#domain/vouchers/gift-cards.server.ts'
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

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  readIntent(fields, ['show'])
  return { code: (await revealGiftCard(actor, params.id)).code }
})

export { clientAction } from '#app/forms/client-action.ts'

/** A gift card on one page, to be printed or sent on. */
export default function GiftCardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { card, club, address } = loaderData
  const code = card.code ?? (actionData && 'code' in actionData ? actionData.code : null)
  const money = (cents: number) => formatMoneyWithCents(cents, card.currency)
  const back = card.isOwn
    ? { to: '/dashboard/purchases', name: t('purchases.heading') }
    : { to: `/dashboard/members/${card.buyerId}`, name: card.buyerName }
  return (
    <>
      <SkipLink />
      <PrintBar {...back}>
        {code === null && (
          <Form method="post">
            <Button name="intent" value="show">
              {t('giftCard.showTheCode')}
            </Button>
          </Form>
        )}
      </PrintBar>
      <main id="content" className="receipt-desk" tabIndex={-1}>
        <article className="receipt gift-card">
          <div className="gift-card-front">
            <LogoMark />
            <div>
              <h1>{t('offers.giftCard')}</h1>
              <p className="gift-card-value">{money(card.valueCents)}</p>
              <p>{club.name}</p>
              <p className="gift-card-code">{code ?? t('giftCard.codeIsHidden')}</p>
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
