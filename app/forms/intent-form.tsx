import { Form } from 'react-router'
import { Button, type ButtonVariant } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { t } from '#messages/t.ts'
import { HiddenFields } from './hidden-fields.tsx'

type IntentFormProps = {
  intent: string
  variant?: ButtonVariant | undefined
  /** For fields outside of the form. */
  id?: string | undefined
  children: string
}

/** A form of one button. */
export const IntentForm = ({ intent, variant, id, children }: IntentFormProps) => (
  <Form method="post" id={id}>
    <HiddenFields values={{ intent }} />
    <Button variant={variant}>{children}</Button>
  </Form>
)

type ConfirmIntentProps = {
  openLabel: string
  heading: string
  text: string
  confirmLabel: string
  intent: string
}

/** A button that submits its intent after a dialog that names the outcome. */
export const ConfirmIntent = ({ openLabel, heading, text, confirmLabel, intent }: ConfirmIntentProps) => (
  <>
    <ModalTrigger opens={intent} className="button">
      {openLabel}
    </ModalTrigger>
    <ConfirmDialog
      id={intent}
      size="whole"
      heading={heading}
      text={text}
      cancel={t('intentForm.keepIt')}
      action={
        <IntentForm intent={intent} variant="danger">
          {confirmLabel}
        </IntentForm>
      }
    />
  </>
)
