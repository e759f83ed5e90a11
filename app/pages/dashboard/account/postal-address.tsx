import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'

/** Address on the invoices that are issued from now on. */
export function PostalAddress({ saved, problem }: { saved: string; problem: Problem | null }) {
  const pending = useNavigation().formData?.get('intent') === 'postal'
  return (
    <SettingsSection heading={t('postalAddress.postalAddress')} note={t('postalAddress.forYourInvoicesIf')}>
      <CheckedForm problem={problem} message={null} className="stack" preventScrollReset>
        <input type="hidden" name="intent" value="postal" />
        <TextArea
          label={t('postalAddress.nameAndAddress')}
          aside={t('postalAddress.optional')}
          name="postalAddress"
          rows={3}
          autoComplete="street-address"
          maxLength={bounds.postalAddress.most}
          defaultValue={submittedValues(problem)?.get('postalAddress') ?? saved}
          error={fieldMessages(problem).postalAddress}
          hint={t('postalAddress.earlierInvoicesStayAs')}
        />
        <div className="button-row">
          <Button small pending={pending}>
            {t('postalAddress.saveAddress')}
          </Button>
        </div>
      </CheckedForm>
    </SettingsSection>
  )
}
