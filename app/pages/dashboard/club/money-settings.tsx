import { useState } from 'react'
import { numberWithPrefix } from '#format/invoice-numbers.ts'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { bounds } from '#domain/bounds.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { LockedSelect } from './locked-select.tsx'
import { lockedByVariable, type LockedSettings } from './locked-settings.ts'
import type { Choice } from './locale-choices.ts'
import type { SettingsFormValues } from './settings-from-form.ts'

type Props = {
  settings: SettingsFormValues
  nextNumber: string
  locked: LockedSettings
  currencies: Choice[]
  currencyIsFixed: boolean
  errors: FieldErrors
}

const none = 'We don’t have one'
const payAtDesk = `Members can hold an hour for ${deskHoldHours} hours and pay here`

/** Money settings; they take effect with the next invoice. */
export function MoneySettings({ settings, nextNumber, locked, currencies, currencyIsFixed, errors }: Props) {
  const [prefix, setPrefix] = useState(settings.invoicePrefix ?? '')
  return (
    <SettingsSection
      anchor="money"
      heading="Money"
      note="Prices already include the tax. Changes here count from the next invoice."
    >
      <div className="two">
        <TextField
          label="Tax number"
          name="taxNumber"
          maxLength={bounds.taxNumber.most}
          defaultValue={settings.taxNumber ?? ''}
          hint="Without one, and without the tick below, people get receipts, not invoices."
          error={errors.taxNumber}
        />
        <TextField
          label="Tax rate"
          aside="percent"
          name="taxPercent"
          inputMode="decimal"
          maxLength={5}
          defaultValue={settings.taxPercent}
          error={errors.taxPercent}
        />
      </div>
      <CheckboxGroup
        label="No tax number"
        name="noTaxNumber"
        options={[none]}
        chosen={settings.taxNumber === '' ? [none] : []}
      />
      <CheckboxGroup
        label="At the desk"
        name="paysAtDesk"
        options={[payAtDesk]}
        chosen={settings.paysAtDesk ? [payAtDesk] : []}
      />
      <div className="two">
        <TextField
          label="Invoice prefix"
          aside="before the year"
          name="invoicePrefix"
          maxLength={bounds.invoicePrefix.most}
          defaultValue={settings.invoicePrefix}
          onInput={(event) => setPrefix(event.currentTarget.value)}
          error={errors.invoicePrefix}
        />
        <TextField
          label="Next number"
          name="nextNumber"
          value={numberWithPrefix(nextNumber, prefix)}
          readOnly
          hint="Counts up by itself, without gaps."
        />
      </div>
      <div className="two">
        <LockedSelect
          label="Currency"
          name="currency"
          chosen={locked.currency ?? settings.currency}
          choices={currencies}
          lockedReason={
            locked.currency !== null
              ? lockedByVariable('CLUB_CURRENCY')
              : currencyIsFixed
                ? 'Fixed: you have taken money in it.'
                : null
          }
          hint="Prices keep their numbers. Fixed after the first payment."
          error={errors.currency}
        />
        <TextField
          label="Trainers’ share"
          aside="percent"
          name="trainerShare"
          inputMode="numeric"
          maxLength={3}
          defaultValue={locked.trainerShare ?? settings.trainerShare}
          readOnly={locked.trainerShare !== null}
          hint={
            locked.trainerShare === null
              ? 'Of what is sold from now on; earlier sales keep theirs. Set a different one for a trainer on their page.'
              : lockedByVariable('TRAINER_SHARE')
          }
          error={errors.trainerShare}
        />
      </div>
    </SettingsSection>
  )
}
