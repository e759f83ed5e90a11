import { Check } from 'lucide'
import { useId } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { useFieldError } from './checked-form.tsx'
import { FieldError } from './field.tsx'

type Props = {
  label: string
  name: string
  options: readonly string[]
  /** The options that are ticked initially. */
  chosen?: readonly string[]
  /** An option that stays ticked and is not submitted. */
  fixed?: string
  error?: string
}

/** Checkboxes that all submit under the same name. */
export function CheckboxGroup({ label, name, options, chosen = [], fixed, error }: Props) {
  const id = useId()
  const [isWrong, clearError] = useFieldError(Boolean(error))
  return (
    <fieldset
      className={classNames('field bare', isWrong && 'invalid')}
      aria-describedby={isWrong ? `${id}-error` : undefined}
      onChange={clearError}
    >
      <legend className="label">{label}</legend>
      <div className="checks">
        {options.map((option) => (
          <label className="check" key={option}>
            <input
              type="checkbox"
              name={name}
              value={option}
              defaultChecked={option === fixed || chosen.includes(option)}
              disabled={option === fixed}
            />
            <span className="box">
              <Icon of={Check} />
            </span>
            {option}
          </label>
        ))}
      </div>
      {isWrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
