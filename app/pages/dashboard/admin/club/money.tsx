import { CheckBoxes } from '#app/forms/check-boxes.tsx'
import { TextField } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { bounds } from '#words/bounds.ts'
import { Part } from '#app/pages/dashboard/part.tsx'
import type { TypedSettings } from './settings-form.ts'

type Props = { settings: TypedSettings; nextNumber: string; errors: FieldErrors }

const none = 'We have none'
const payAtDesk = 'Members may hold an hour for 48 hours and pay here'

/** What invoices say, from the next one on. */
export function Money({ settings, nextNumber, errors }: Props) {
  return (
    <Part
      heading="Money"
      note="Prices already contain the tax. What is changed here counts from the next invoice."
    >
      <div className="two">
        <TextField
          label="Tax number"
          name="taxNumber"
          maxLength={bounds.taxNumber.most}
          defaultValue={settings.taxNumber ?? ''}
          hint="Without one, and without the tick below, people get receipts and no invoices."
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
      <CheckBoxes
        label="No tax number"
        name="noTaxNumber"
        options={[none]}
        chosen={settings.taxNumber === '' ? [none] : []}
      />
      <CheckBoxes
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
          error={errors.invoicePrefix}
        />
        <TextField
          label="Next number"
          name="nextNumber"
          value={nextNumber}
          readOnly
          hint="Counts by itself, without gaps."
        />
      </div>
    </Part>
  )
}
