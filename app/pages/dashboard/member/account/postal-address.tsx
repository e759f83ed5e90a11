import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { Part } from '#app/pages/dashboard/part.tsx'
import { bounds } from '#words/bounds.ts'

/** Printed on invoices given from then on. */
export function PostalAddress({ saved, problem }: { saved: string; problem: Problem | null }) {
  const pending = useNavigation().formData?.get('act') === 'postal'
  return (
    <Part heading="Postal address" note="For your invoices, if you want it there.">
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="act" value="postal" />
        <TextArea
          label="Name and address"
          aside="optional"
          name="postalAddress"
          rows={3}
          autoComplete="street-address"
          maxLength={bounds.postalAddress.most}
          defaultValue={typedIn(problem)?.get('postalAddress') ?? saved}
          error={fieldMessages(problem).postalAddress}
          hint="Invoices from before keep what they said."
        />
        <div className="button-row">
          <Button small pending={pending}>
            Save address
          </Button>
        </div>
      </CheckedForm>
    </Part>
  )
}
