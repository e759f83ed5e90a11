import { Check } from 'lucide'
import { useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { listOffersForOffice } from '#domain/offers/offers.server.ts'
import type { DiscountCodeInput } from '#domain/vouchers/codes.input.ts'
import { addCode } from '#domain/vouchers/codes.server.ts'
import { currencySymbol } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/new-code.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('codes.newCode'))

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  offers: (await listOffersForOffice(actor))
    .filter((offer) => offer.withdrawnAt === null && offer.kind !== 'gift_card' && offer.priceCents > 0)
    .map(({ id, title }) => ({ id, title })),
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'prices.manage')
  const { fields } = await readForm()
  const field = (name: string) => fields.get(name) ?? ''
  await addCode(actor, {
    code: field('code'),
    takesOff: field('takesOff') as DiscountCodeInput['takesOff'],
    percent: field('percent'),
    amount: field('amount').trim(),
    offerIds: fields.getAll('offerIds'),
    fromOn: field('fromOn'),
    untilOn: field('untilOn'),
    mostUses: field('mostUses'),
    mostUsesEach: field('mostUsesEach'),
    periods: field('periods'),
  })
  return redirectWithToast('/dashboard/codes', { text: t('codes.canBeUsedNow') })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function NewCode({ loaderData: { offers }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  const chosen = typed?.getAll('offerIds') ?? []
  const field = (name: string, first = '') => ({
    name,
    defaultValue: typed?.get(name) ?? first,
    error: errors[name],
  })
  return (
    <>
      <BackLink to="/dashboard/codes">{t('codes.heading')}</BackLink>
      <h1>{t('codes.newCode')}</h1>
      <p className="subtitle">{t('codes.forWhoeverKnowsIt')}</p>
      <CheckedForm key={typed?.toString() ?? ''} problem={problem} className="stack above-6">
        <TextField
          label={t('codes.code')}
          hint={t('codes.lettersDigitsDash')}
          {...field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
        <SelectField
          label={t('codes.takesOffLabel')}
          {...field('takesOff', 'percent')}
          options={[
            { value: 'percent', label: t('codes.aPercentage') },
            { value: 'amount', label: t('codes.anAmount') },
          ]}
        />
        <div className="two">
          <TextField
            label={t('codes.percentage')}
            aside="%"
            {...field('percent', '10')}
            inputMode="numeric"
            maxLength={3}
          />
          <TextField
            label={t('codes.amount')}
            aside={t('codes.forAnAmount', { currency: currencySymbol() })}
            {...field('amount')}
            inputMode="decimal"
            maxLength={12}
          />
        </div>
        <TextField
          label={t('codes.periodsOfAMembership')}
          aside={t('codes.emptyAllOfThem')}
          hint={t('codes.aPackIsPaidOnce')}
          {...field('periods', '1')}
          inputMode="numeric"
          maxLength={3}
        />
        {offers.length > 0 && (
          <fieldset className="field bare">
            <legend className="label">{t('codes.appliesTo')}</legend>
            <div className="checks">
              {offers.map(({ id, title }) => (
                <label className="check" key={id}>
                  <input type="checkbox" name="offerIds" value={id} defaultChecked={chosen.includes(id)} />
                  <span className="box">
                    <Icon of={Check} />
                  </span>
                  {title}
                </label>
              ))}
            </div>
            <p className="field-hint">{t('codes.noneMeansAll')}</p>
          </fieldset>
        )}
        <div className="two">
          <DateField label={t('codes.firstDay')} aside={t('codes.optional')} {...field('fromOn')} />
          <DateField label={t('codes.lastDay')} aside={t('codes.optional')} {...field('untilOn')} />
        </div>
        <div className="two">
          <TextField
            label={t('codes.usesInAll')}
            aside={t('codes.emptyNoLimit')}
            {...field('mostUses')}
            inputMode="numeric"
            maxLength={6}
          />
          <TextField
            label={t('codes.usesByAPerson')}
            aside={t('codes.emptyNoLimit')}
            {...field('mostUsesEach', '1')}
            inputMode="numeric"
            maxLength={4}
          />
        </div>
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            {t('codes.makeTheCode')}
          </Button>
          <LinkButton to="/dashboard/codes">{t('codes.cancel')}</LinkButton>
        </div>
      </CheckedForm>
    </>
  )
}
