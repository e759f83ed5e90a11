import { useState } from 'react'
import { CheckboxGroup } from '#app/forms/checkbox-group.tsx'
import { TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import { bounds } from '#domain/bounds.ts'
import { numberWithPrefix } from '#format/invoice-numbers.ts'
import { t } from '#messages/t.ts'
import type { Choice } from './locale-choices.ts'
import { LockedSelect } from './locked-select.tsx'
import { lockedByVariable, type LockedSettings } from './locked-settings.ts'
import type { SettingsFormValues } from './settings-from-form.ts'

type Props = {
  settings: SettingsFormValues
  nextNumber: string
  locked: LockedSettings
  currencies: Choice[]
  currencyIsFixed: boolean
  /** The club's currency is the euro, and cards are connected. */
  takesDebits: boolean
  errors: FieldErrors
}

const none = () => t('moneySettings.weDontHaveOne')
const payAtDesk = () => t('moneySettings.membersCanHoldAn', { deskHoldHours })

/** Money settings; they take effect with the next invoice. */
export function MoneySettings(props: Props) {
  const { settings, nextNumber, locked, currencies, currencyIsFixed, takesDebits, errors } = props
  const [prefix, setPrefix] = useState(settings.invoicePrefix ?? '')
  return (
    <SettingsSection
      anchor="money"
      heading={t('moneySettings.money')}
      note={t('moneySettings.pricesAlreadyIncludeThe')}
    >
      <div className="two">
        <TextField
          label={t('moneySettings.taxNumber')}
          name="taxNumber"
          maxLength={bounds.taxNumber.most}
          defaultValue={settings.taxNumber ?? ''}
          hint={t('moneySettings.withoutOneAndWithout')}
          error={errors.taxNumber}
        />
        <TextField
          label={t('moneySettings.taxRate')}
          aside={t('moneySettings.percent')}
          name="taxPercent"
          inputMode="decimal"
          maxLength={5}
          defaultValue={settings.taxPercent}
          error={errors.taxPercent}
        />
      </div>
      <CheckboxGroup
        label={t('moneySettings.noTaxNumber')}
        name="noTaxNumber"
        options={[none()]}
        chosen={settings.taxNumber === '' ? [none()] : []}
      />
      <CheckboxGroup
        label={t('moneySettings.atTheDesk')}
        name="paysAtDesk"
        options={[payAtDesk()]}
        chosen={settings.paysAtDesk ? [payAtDesk()] : []}
      />
      {takesDebits && (
        <TextField
          label={t('moneySettings.sepaCreditorId')}
          name="sepaCreditorId"
          maxLength={45}
          autoComplete="off"
          defaultValue={settings.sepaCreditorId}
          hint={t('moneySettings.withItMembersPay')}
          error={errors.sepaCreditorId}
        />
      )}
      <div className="two">
        <TextField
          label={t('moneySettings.invoicePrefix')}
          aside={t('moneySettings.beforeTheYear')}
          name="invoicePrefix"
          maxLength={bounds.invoicePrefix.most}
          defaultValue={settings.invoicePrefix}
          onInput={(event) => setPrefix(event.currentTarget.value)}
          error={errors.invoicePrefix}
        />
        <TextField
          label={t('moneySettings.nextNumber')}
          name="nextNumber"
          value={numberWithPrefix(nextNumber, prefix)}
          readOnly
          hint={t('moneySettings.countsUpByItself')}
        />
      </div>
      <div className="two">
        <LockedSelect
          label={t('moneySettings.currency')}
          name="currency"
          chosen={locked.currency ?? settings.currency}
          choices={currencies}
          lockedReason={
            locked.currency !== null
              ? lockedByVariable('CLUB_CURRENCY')
              : currencyIsFixed
                ? t('moneySettings.fixedYouHaveTaken')
                : null
          }
          hint={t('moneySettings.pricesKeepTheirNumbers')}
          error={errors.currency}
        />
        <TextField
          label={t('moneySettings.trainersShare')}
          aside={t('moneySettings.percent')}
          name="trainerShare"
          inputMode="numeric"
          maxLength={3}
          defaultValue={locked.trainerShare ?? settings.trainerShare}
          readOnly={locked.trainerShare !== null}
          hint={
            locked.trainerShare === null ? t('moneySettings.ofWhatIsSold') : lockedByVariable('TRAINER_SHARE')
          }
          error={errors.trainerShare}
        />
      </div>
    </SettingsSection>
  )
}
