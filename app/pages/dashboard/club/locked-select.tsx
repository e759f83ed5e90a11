import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import type { Choice } from './locale-choices.ts'

type Props = {
  label: string
  name: string
  chosen: string
  choices: Choice[]
  /** Reason why it cannot be changed here; null if it can. */
  lockedReason: string | null
  hint?: string
  error?: string
}

/** A select, read-only if its value is fixed elsewhere. */
export function LockedSelect({ label, name, chosen, choices, lockedReason, hint, error }: Props) {
  if (lockedReason !== null) {
    const shown = choices.find(({ value }) => value === chosen)?.label ?? chosen
    return (
      <>
        <input type="hidden" name={name} value={chosen} />
        <TextField
          label={label}
          name={`${name}Shown`}
          value={shown}
          readOnly
          hint={lockedReason}
          error={error}
        />
      </>
    )
  }
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
