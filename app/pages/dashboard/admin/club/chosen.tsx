import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import type { Choice } from './written-choices.ts'

type Props = {
  label: string
  name: string
  chosen: string
  choices: Choice[]
  /** Why it cannot be changed here; null when it can. */
  whyNot: string | null
  hint?: string
  error?: string
}

/** One of a list, or what was chosen elsewhere. */
export function Chosen({ label, name, chosen, choices, whyNot, hint, error }: Props) {
  if (whyNot !== null)
    return <TextField label={label} name={name} value={chosen} readOnly hint={whyNot} error={error} />
  return (
    <SelectField
      label={label}
      name={name}
      options={choices}
      defaultValue={chosen}
      hint={hint}
      error={error}
    />
  )
}
