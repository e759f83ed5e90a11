import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import type { OfferInput } from '#domain/offers/offers.input.ts'
import {
  periodChoices,
  periodName,
  soldToChoices,
  type OfferKind,
  type OfferTerms,
} from '#domain/offers/offers.rules.ts'
import { currencySymbol, formatAmount } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { soldToNames } from './offer-wording.ts'

type Values = Record<Exclude<keyof OfferInput, 'kind'>, string>

export const offerFromForm = (kind: string, form: URLSearchParams): OfferInput => ({
  ...valuesOf(form),
  kind: kind as OfferKind,
  soldTo: (form.get('soldTo') ?? '') as OfferInput['soldTo'],
})

const valuesOf = (form: URLSearchParams): Values => ({
  title: form.get('title') ?? '',
  description: form.get('description') ?? '',
  price: form.get('price') ?? '',
  classes: form.get('classes') ?? '',
  periodMonths: form.get('periodMonths') ?? '',
  minMonths: form.get('minMonths') ?? '',
  noticeDays: form.get('noticeDays') ?? '',
  validDays: form.get('validDays') ?? '',
  soldTo: form.get('soldTo') ?? '',
})

const textOf = (value: number | null) => (value === null ? '' : String(value))

export const valuesOfOffer = (offer: OfferTerms): Values => ({
  title: offer.title,
  description: offer.description,
  price: formatAmount(offer.priceCents),
  classes: textOf(offer.classes),
  periodMonths: textOf(offer.periodMonths),
  minMonths: textOf(offer.minMonths),
  noticeDays: textOf(offer.noticeDays),
  validDays: textOf(offer.validDays),
  soldTo: offer.soldTo,
})

const nothing: Values = {
  title: '',
  description: '',
  price: '',
  classes: '',
  periodMonths: '1',
  minMonths: '0',
  noticeDays: '0',
  validDays: '',
  soldTo: 'everybody',
}

/** Values that the form of a new offer proposes. */
export const proposals: Record<OfferKind, Values> = {
  membership: { ...nothing, classes: '8' },
  pack: { ...nothing, classes: '10', validDays: '180' },
  class: {
    ...nothing,
    get title() {
      return t('offerForm.oneClass')
    },
    classes: '1',
    validDays: '30',
  },
  trial: {
    ...nothing,
    get title() {
      return t('offerForm.firstClass')
    },
    price: '0',
    classes: '1',
    validDays: '14',
    soldTo: 'newcomers',
  },
  gift_card: {
    ...nothing,
    get title() {
      return t('offerForm.giftCard')
    },
    price: '50',
    validDays: '1095',
  },
}

type Props = {
  kind: OfferKind
  values: Values
  problem: Problem | null
  /** Label of the button. */
  label: string
  cancelTo: string
  /** Above the button. */
  children?: ReactNode
}

/** The fields of an offer of one kind. */
export function OfferForm({ kind, values: initial, problem, label, cancelTo, children }: Props) {
  const typed = submittedValues(problem)
  const values = typed ? valuesOf(typed) : initial
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  const number = (
    name: 'classes' | 'minMonths' | 'noticeDays' | 'validDays',
    title: string,
    aside: string,
  ) => (
    <TextField
      label={title}
      aside={aside}
      name={name}
      inputMode="numeric"
      maxLength={4}
      defaultValue={values[name]}
      error={errors[name]}
    />
  )
  return (
    <CheckedForm key={typed?.toString() ?? ''} problem={problem} className="stack above-6">
      <TextField
        label={t('offerForm.title')}
        aside={t('offerForm.asOnThePrice')}
        name="title"
        maxLength={bounds.offerTitle.most}
        defaultValue={values.title}
        error={errors.title}
      />
      <TextField
        label={t('offerForm.description')}
        aside={t('offerForm.optional')}
        name="description"
        maxLength={bounds.offerDescription.most}
        defaultValue={values.description}
        error={errors.description}
      />
      <div className="two">
        <TextField
          label={kind === 'gift_card' ? t('offerForm.priceAndValue') : t('offerForm.price')}
          aside={t('offerForm.taxIncluded', { currencySymbol: currencySymbol() })}
          name="price"
          inputMode="decimal"
          maxLength={12}
          defaultValue={values.price}
          error={errors.price}
        />
        {kind !== 'gift_card' &&
          number(
            'classes',
            t('navigation.classes'),
            kind === 'membership' ? t('offerForm.emptyAsManyAs') : t('offerForm.1To200'),
          )}
      </div>
      {kind === 'membership' && (
        <>
          <SelectField
            label={t('offerForm.renewsEvery')}
            name="periodMonths"
            defaultValue={values.periodMonths}
            options={periodChoices.map((months) => ({ value: String(months), label: periodName(months) }))}
            error={errors.periodMonths}
          />
          <div className="two">
            {number('minMonths', t('offerForm.runsAtLeast'), t('offerForm.months0To24'))}
            {number('noticeDays', t('offerForm.noticeBeforeAPeriod'), t('offerForm.days0To30'))}
          </div>
        </>
      )}
      {kind !== 'membership' &&
        number(
          'validDays',
          t('offerForm.canBeUsedFor'),
          kind === 'gift_card' ? t('offerForm.daysOrEmpty') : t('offerForm.daysFromPayment1'),
        )}
      <SelectField
        label={t('offerForm.soldTo')}
        name="soldTo"
        defaultValue={values.soldTo}
        options={soldToChoices.map((value) => ({ value, label: soldToNames[value] }))}
        error={errors.soldTo}
      />
      {children}
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {label}
        </Button>
        <LinkButton to={cancelTo}>{t('offerForm.cancel')}</LinkButton>
      </div>
    </CheckedForm>
  )
}
