import { Form, useSubmit } from 'react-router'
import { beginSetup } from '#api-client/client.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { StoreCardForm } from '#app/pages/bookings/pay/store-card-form.tsx'
import { useAccount } from '#app/pages/bookings/pay/use-payment.ts'
import { TermList } from '#app/pages/offers/term-list.tsx'
import { requirePerson } from '#domain/actor.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import {
  getAutomaticRenewal,
  hourRenewalWords,
  renewAutomatically,
} from '#domain/months/automatic-renewal.server.ts'
import { cardTerms } from '#domain/payments/card-terms.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/hour-renewal.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('hourRenewal.heading'))

export const loader = createLoader(async ({ actor, params, page }: Route.LoaderArgs & LoaderContext) => {
  const { name, email } = requirePerson(actor)
  const [booking, renewal] = await Promise.all([
    getBooking(actor, params.id),
    getAutomaticRenewal(actor, params.id),
  ])
  return {
    id: booking.id,
    hour: t('month.with', {
      startHour: formatHour(booking.slot.startHour),
      name: firstName(booking.trainer.name),
    }),
    renewal,
    price: formatMoneyWithCents(renewal.priceCents, renewal.currency),
    words: hourRenewalWords(renewal),
    terms: cardTerms(),
    holder: { name, email },
    hasMail: sendsMail(),
    timeZone: page.club.timeZone,
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const setupId = fields.get('setupId')
  await renewAutomatically(actor, params.id, setupId === null ? null : { setupId })
  return redirectWithToast(`/dashboard/hour/${params.id}`, {
    text: sendsMail() ? t('hourRenewal.itRenewsItselfTold') : t('hourRenewal.itRenewsItself'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Lets an hour renew itself, from the stored card or a new one. */
export default function HourRenewal({ loaderData, actionData }: Route.ComponentProps) {
  const account = useAccount()
  const { id, hour, renewal, price, words, terms, holder, hasMail, timeZone } = loaderData
  const { card, whyNot, isOn, chargedAt } = renewal
  const submit = useSubmit()
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <BackLink to={`/dashboard/hour/${id}`}>{hour}</BackLink>
      <h1>{t('hourRenewal.heading')}</h1>
      <p className="subtitle">{t('hourRenewal.nothingIsPaidNow')}</p>
      {message && <FormError>{message}</FormError>}
      {whyNot !== null && !isOn ? (
        <section className="panel">
          <EmptyState heading={t('hourRenewal.notNow')}>{whyNot}</EmptyState>
        </section>
      ) : (
        <>
          <TermList
            terms={[
              {
                name: t('hourRenewal.charged'),
                text: t('hourRenewal.onDay', { price, day: formatDate(chargedAt, timeZone) }),
              },
              ...(hasMail ? [{ name: t('hourRenewal.told'), text: t('hourRenewal.aWeekBefore') }] : []),
              { name: t('hourRenewal.stopped'), text: t('hourRenewal.inOneClick') },
            ]}
          />
          {card !== null && (
            <Form method="post" className="above-6">
              <p>{words}</p>
              <div className="button-row above-3">
                <Button variant="primary">{t('hourRenewal.renewWith', { card })}</Button>
              </div>
            </Form>
          )}
          <div className="store-card above-6">
            {card !== null && <h2 className="head">{t('hourRenewal.orAnotherCard')}</h2>}
            <StoreCardForm
              terms={terms}
              holder={holder}
              requestSecret={() => beginSetup(account, `/api/v1/bookings/${id}/card-setup`)}
              label={card === null ? t('hourRenewal.letItRenew') : undefined}
              onStored={(setupId) => submit({ setupId }, { method: 'post' })}
            >
              {card === null && <p>{words}</p>}
            </StoreCardForm>
          </div>
        </>
      )}
    </>
  )
}
