import { Form, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { TermList } from '#app/pages/offers/term-list.tsx'
import { kindNames, priceUnit, termLines } from '#domain/offers/offers.rules.ts'
import { getOfferForOffice, withdrawOffer } from '#domain/offers/offers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/offer.ts'
import { soldToNames } from './offer-wording.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('offer.offer'))

export const loader = createLoader(
  async ({ actor, params, request, page }: Route.LoaderArgs & LoaderContext) => ({
    ...(await getOfferForOffice(actor, params.id)),
    isAsking: new URL(request.url).searchParams.has('withdraw'),
    timeZone: page.club.timeZone,
  }),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  readIntent(fields, ['withdraw'])
  await withdrawOffer(actor, params.id)
  return redirectWithToast('/dashboard/offers', { text: t('offer.offThePriceList') })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function OfferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, versions, isAsking, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  const pending = useNavigation().formMethod === 'POST'
  const isOnSale = offer.withdrawnAt === null
  return (
    <>
      <BackLink to="/dashboard/offers">{t('offer.priceList')}</BackLink>
      <h1>{offer.title}</h1>
      <p className="subtitle">
        {t('offer.soldTo', {
          value: kindNames[offer.kind],
          value2: soldToNames[offer.soldTo],
          isOnSale: isOnSale ? 'yes' : 'no',
        })}
      </p>
      {message && <FormError>{message}</FormError>}
      {isOnSale && !isAsking && (
        <div className="button-row above-3">
          <LinkButton to={`/dashboard/offers/${offer.id}/replace`} small>
            {t('offer.replaceIt')}
          </LinkButton>
          {offer.kind === 'membership' && versions.length > 1 && (
            <LinkButton to={`/dashboard/offers/${offer.id}/move`} small>
              {t('offer.moveMembersToIt')}
            </LinkButton>
          )}
          <LinkButton to="?withdraw" small>
            {t('offer.takeItOffThe')}
          </LinkButton>
        </div>
      )}
      {isOnSale && isAsking && (
        <Form method="post" className="panel">
          <p>{t('offer.takeOffThePrice', { title: offer.title })}</p>
          <div className="button-row above-3">
            <Button variant="danger" name="intent" value="withdraw" pending={pending}>
              {t('offer.takeItOff')}
            </Button>
            <LinkButton to={`/dashboard/offers/${offer.id}`}>{t('offer.keepIt')}</LinkButton>
          </div>
        </Form>
      )}
      <section className="panel">
        <header>
          <h2>{t('offer.versions')}</h2>
          <span className="note">{t('offer.newestFirst')}</span>
        </header>
        <Table
          caption={t('offer.versions')}
          rows={versions}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t('offer.version'),
              place: 'name',
              look: 'strong',
              cell: ({ version, withdrawnAt }) =>
                withdrawnAt === null ? (
                  <StatusDot kind="on">{t('offer.onSale', { version })}</StatusDot>
                ) : (
                  t('offer.versionOf', { version })
                ),
            },
            {
              name: t('offer.when'),
              place: 'under',
              cell: ({ createdAt, withdrawnAt }) =>
                withdrawnAt === null
                  ? t('offer.since', { createdAt: formatDate(createdAt, timeZone) })
                  : t('offer.to', {
                      createdAt: formatDate(createdAt, timeZone),
                      withdrawnAt: formatDate(withdrawnAt, timeZone),
                    }),
            },
            {
              name: t('offer.price'),
              place: 'number',
              look: 'right',
              cell: (each) => `${formatMoneyWithCents(each.priceCents, each.currency)} ${priceUnit(each)}`,
            },
          ]}
        />
      </section>
      <section className="panel">
        <header>
          <h2>{t('offer.whatABuyerAgrees')}</h2>
        </header>
        <TermList terms={termLines(offer)} />
      </section>
    </>
  )
}
