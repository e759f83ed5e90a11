import { useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { changeSlotPrice, listSlotPrices } from '#domain/trainers/slot-prices.server.ts'
import { formatHourSpan } from '#format/hours.ts'
import { currencySymbol, formatAmount, formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/trainer-prices.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('trainerPrices.pricesOfATrainer'))

export const loader = createLoader(({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  listSlotPrices(actor, params.id),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await changeSlotPrice(actor, fields.get('slotId') ?? '', { price: fields.get('price') ?? '' })
  return redirectWithToast(`/dashboard/trainerPrices/${params.id}`, {
    text: t('trainerPrices.priceSavedTheTrainers'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function TrainerPrices({ loaderData, actionData }: Route.ComponentProps) {
  const { name, slots } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const message = formMessage(problem)
  const pending = useNavigation().formData?.get('slotId')
  return (
    <>
      <BackLink to="/dashboard/hourPrices">{t('trainerPrices.pricesOfHours')}</BackLink>
      <h1>{t('trainerPrices.pricesOf', { name })}</h1>
      <p className="subtitle">{t('trainerPrices.freeHoursCanHave')}</p>
      {message && <FormError>{message}</FormError>}
      {slots.length === 0 && (
        <EmptyState heading={t('trainerPrices.noHours')}>
          {t('trainerPrices.offersNoHoursNow', { name })}
        </EmptyState>
      )}
      {slots.map((slot) => {
        const isTyped = typed?.get('slotId') === slot.id
        return (
          <SettingsSection
            key={slot.id}
            heading={slot.name}
            note={t('trainerPrices.aMonth', {
              startHour: formatHourSpan(slot.startHour),
              price: formatMoney(slot.priceCents, slot.currency),
            })}
          >
            {slot.isFree ? (
              <CheckedForm
                key={`${slot.priceCents} ${isTyped}`}
                problem={isTyped ? problem : null}
                message={null}
                preventScrollReset
              >
                <HiddenFields values={{ slotId: slot.id }} />
                <div className="two">
                  <TextField
                    label={t('trainerPrices.price')}
                    aside={t('trainerPrices.aMonth2', { currencySymbol: currencySymbol() })}
                    name="price"
                    inputMode="decimal"
                    maxLength={12}
                    defaultValue={(isTyped && typed?.get('price')) || formatAmount(slot.priceCents)}
                    error={isTyped ? errors.price : undefined}
                  />
                  <div className="button-row">
                    <Button small pending={pending === slot.id}>
                      {t('trainerPrices.save')}
                      <span className="visually-hidden">
                        {t('trainerPrices.thePriceOf', { name: slot.name })}
                      </span>
                    </Button>
                  </div>
                </div>
              </CheckedForm>
            ) : (
              <p className="note">{t('trainerPrices.heldOrSoldSo')}</p>
            )}
          </SettingsSection>
        )
      })}
    </>
  )
}
