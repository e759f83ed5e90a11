import { Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, submittedVersion } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { SaveBar } from '#app/pages/dashboard/club/save-bar.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { bounds } from '#domain/bounds.ts'
import { planNames, type Plan } from '#domain/offers/plans.rules.ts'
import type { PriceSettingsInput } from '#domain/offers/price-settings.input.ts'
import { readPriceSettingsToChange, savePriceSettings } from '#domain/offers/price-settings.server.ts'
import { listTrainersWithPrices } from '#domain/trainers/slot-prices.server.ts'
import { currencySymbol, formatAmount, formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/hour-prices.ts'

const heading = () => t('hourPrices.pricesOfHours')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const [settings, trainers] = await Promise.all([
    readPriceSettingsToChange(actor),
    listTrainersWithPrices(actor),
  ])
  return { ...settings, trainers }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await savePriceSettings(actor, valuesFromForm(fields), fields.get('version'))
  return redirectWithToast('/dashboard/hourPrices', { text: t('hourPrices.pricesSavedWhatIs') })
})

export { clientAction } from '#app/forms/client-action.ts'

const valuesFromForm = (form: URLSearchParams): Record<keyof PriceSettingsInput, string> => ({
  slotPrice: form.get('slotPrice') ?? '',
  silverSurcharge: form.get('silverSurcharge') ?? '',
  silverClasses: form.get('silverClasses') ?? '',
  goldSurcharge: form.get('goldSurcharge') ?? '',
  goldClasses: form.get('goldClasses') ?? '',
  diamondSurcharge: form.get('diamondSurcharge') ?? '',
  diamondClasses: form.get('diamondClasses') ?? '',
})

const storedValues = (slotPriceCents: number, plans: Plan[]): Record<string, string> => ({
  slotPrice: formatAmount(slotPriceCents),
  ...Object.fromEntries(
    plans.flatMap(({ name, surchargeCents, classes }) => [
      [`${name}Surcharge`, formatAmount(surchargeCents)],
      [`${name}Classes`, String(classes)],
    ]),
  ),
})

export default function HourPrices({ loaderData, actionData }: Route.ComponentProps) {
  const { slotPriceCents, plans, version, trainers } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const values: Record<string, string> = typed ? valuesFromForm(typed) : storedValues(slotPriceCents, plans)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to="/dashboard/club">{t('hourPrices.clubSettings')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('hourPrices.aMonthCostsThe')}</p>
      <CheckedForm key={JSON.stringify([version, typed?.toString()])} problem={problem}>
        <HiddenFields values={{ version: submittedVersion(problem, version) }} />
        <SettingsSection heading={t('hourPrices.aNewHour')} note={t('hourPrices.forHoursThatAre')}>
          <TextField
            label={t('hourPrices.priceOfAnHour')}
            aside={t('hourPrices.aMonth', { currencySymbol: currencySymbol() })}
            name="slotPrice"
            inputMode="decimal"
            maxLength={12}
            defaultValue={values.slotPrice}
            error={errors.slotPrice}
          />
        </SettingsSection>
        {planNames.map((name) => (
          <SettingsSection
            key={name}
            heading={capitalize(name)}
            note={t('hourPrices.withAnHourOf', {
              slotPrice: formatMoney(slotPriceCents),
              slotPrice2: formatMoney(
                slotPriceCents + (plans.find((plan) => plan.name === name)?.surchargeCents ?? 0),
              ),
            })}
          >
            <div className="two">
              <TextField
                label={t('hourPrices.adds', { name: capitalize(name) })}
                aside={t('hourPrices.aMonth', { currencySymbol: currencySymbol() })}
                name={`${name}Surcharge`}
                inputMode="decimal"
                maxLength={12}
                defaultValue={values[`${name}Surcharge`]}
                error={errors[`${name}Surcharge`]}
              />
              <TextField
                label={t('hourPrices.classesWith', { name: capitalize(name) })}
                aside={t('hourPrices.toAMonth', {
                  least: bounds.planClasses.least,
                  most: bounds.planClasses.most,
                })}
                name={`${name}Classes`}
                inputMode="numeric"
                maxLength={2}
                defaultValue={values[`${name}Classes`]}
                error={errors[`${name}Classes`]}
              />
            </div>
          </SettingsSection>
        ))}
        <SaveBar changed={problem !== null}>
          <Button variant="primary" pending={pending}>
            {t('hourPrices.saveThePrices')}
          </Button>
        </SaveBar>
      </CheckedForm>
      <section className="panel">
        <header>
          <h2>{t('hourPrices.hoursOnSale')}</h2>
        </header>
        <Table
          caption={t('hourPrices.hoursOnSale')}
          rows={trainers}
          keyOf={({ id }) => id}
          columns={[
            { name: t('hourPrices.trainer'), place: 'name', look: 'strong', cell: ({ name }) => name },
            { name: t('hourPrices.priceOfAnHour'), place: 'number', look: 'right', cell: priceRange },
            {
              name: t('hourPrices.change'),
              place: 'act',
              look: 'right',
              cell: ({ id, name }) => (
                <Link className="row-link" to={`/dashboard/trainerPrices/${id}`}>
                  {t('hourPrices.change')}
                  <span className="visually-hidden">{t('hourPrices.thePricesOf', { name })}</span>
                </Link>
              ),
            },
          ]}
        />
      </section>
    </>
  )
}

type Prices = { lowestCents: number | null; highestCents: number | null }

/** `$50`, `$50 to $65`, or `no hours`. */
function priceRange({ lowestCents, highestCents }: Prices): string {
  if (lowestCents === null || highestCents === null) return t('hourPrices.noHours')
  const lowest = formatMoney(lowestCents)
  return lowestCents === highestCents
    ? lowest
    : t('hourPrices.to', { lowest, highest: formatMoney(highestCents) })
}
