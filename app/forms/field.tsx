import { CircleAlert } from 'lucide'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { useFieldError } from './checked-form.tsx'

export type FieldProps = {
  label: string
  /** A unit or a length, small at the right of the label. */
  aside?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

/** The attributes that connect a control with its label, hint and error. */
export type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

/**
 * A label, a control and, below it, the hint or the error. The error disappears with the first change. A
 * control that changes without an event, such as by a button, calls `clearError`.
 */
export function Field({
  label,
  aside,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (control: ControlProps, clearError: () => void) => ReactNode }) {
  const id = useId()
  const [isWrong, clearError] = useFieldError(Boolean(error))
  const describedBy = classNames(isWrong && `${id}-error`, hint ? `${id}-hint` : undefined)
  const control: ControlProps = {
    id,
    'aria-describedby': describedBy,
    ...(isWrong && { 'aria-invalid': true }),
  }
  return (
    <div className={classNames('field', isWrong && 'invalid', className)} onChange={clearError}>
      <label htmlFor={id}>
        {label}
        {aside && <span>{aside}</span>}
      </label>
      {children(control, clearError)}
      {isWrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </p>
  )
}

export type InputProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & { name: string }

/** A single-line input. `icon` stands inside it at the right. */
export function TextField({
  label,
  aside,
  hint,
  error,
  className,
  icon,
  ...input
}: FieldProps & InputProps & { icon?: ReactNode }) {
  return (
    <Field {...{ label, aside, hint, error, className }}>
      {(control) =>
        icon ? (
          <div className="with-icon">
            <input {...input} {...control} className="input" />
            {icon}
          </div>
        ) : (
          <input {...input} {...control} className="input" />
        )
      }
    </Field>
  )
}

export function NumberField(props: FieldProps & InputProps) {
  return <TextField type="number" inputMode="numeric" {...props} />
}

export function TextArea({
  label,
  aside,
  hint,
  error,
  className,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'> & { name: string }) {
  return (
    <Field {...{ label, aside, hint, error, className }}>
      {(control) => <textarea rows={5} {...area} {...control} className="input text" />}
    </Field>
  )
}
