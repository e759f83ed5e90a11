import { Eye, EyeOff } from 'lucide'
import { useState, type ComponentProps } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { t } from '#messages/t.ts'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & { name: string }

/** A password input with a button that reveals it, once scripts run. */
export function PasswordField({ label, aside, hint, error, className, ...input }: Props) {
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  return (
    <Field {...{ label, aside, hint, error, className }}>
      {(control) => (
        <div className="with-icon">
          <input {...input} {...control} className="input" type={shown ? 'text' : 'password'} />
          {hydrated && (
            <button
              type="button"
              className="icon-button"
              aria-label={shown ? t('passwordField.hidePassword') : t('passwordField.showPassword')}
              onClick={() => setShown(!shown)}
            >
              <Icon of={shown ? EyeOff : Eye} />
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
