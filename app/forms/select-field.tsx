import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { Field, type FieldProps } from './field.tsx'

type Option = { value: string; label: string }
type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'id'> & { name: string; options: Option[] }

export function SelectField({ label, aside, hint, error, className, options, ...select }: Props) {
  return (
    <Field {...{ label, aside, hint, error, className }}>
      {(control) => (
        <div className="with-icon">
          <select {...select} {...control} className="input">
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </div>
      )}
    </Field>
  )
}
