import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { bounds } from '#domain/bounds.ts'

/** Address on the invoices that are issued from now on. */
export function PostalAddress({ saved, problem }: { saved: string; problem: Problem | null }) {
  const pending = useNavigation().formData?.get('intent') === 'postal'
  return (
    <SettingsSection heading="Postal address" note="For your invoices, if you want it there.">
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="postal" />
        <TextArea
          label="Name and address"
          aside="optional"
          name="postalAddress"
          rows={3}
          autoComplete="street-address"
          maxLength={bounds.postalAddress.most}
          defaultValue={submittedValues(problem)?.get('postalAddress') ?? saved}
          error={fieldMessages(problem).postalAddress}
          hint="Earlier invoices stay as they are."
        />
        <div className="button-row">
          <Button small pending={pending}>
            Save address
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}
