import { maxTrainersFound } from '#domain/trainers/trainers.rules.ts'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import type { TrainerSearch } from './trainer-search.server.ts'

/** Finds a trainer by name, with a choice between several of that name. */
export function TrainerFields({ search, error }: { search: TrainerSearch; error: string | undefined }) {
  const { name, trainerId, matches } = search
  const isOpen = name !== '' && trainerId === ''
  const whyOpen = matches.length === 0 ? 'No trainer has that name.' : 'More than one trainer has that name.'
  return (
    <>
      <TextField
        label="Trainer"
        name="trainer"
        list="trainers"
        autoComplete="off"
        defaultValue={name}
        error={isOpen ? whyOpen : error}
        required
      />
      <datalist id="trainers">
        {matches.map((each) => (
          <option key={each.id} value={each.name} />
        ))}
      </datalist>
      {isOpen && matches.length > 1 && (
        <SelectField
          label="Which of them?"
          aside={
            matches.length === maxTrainersFound
              ? `first ${maxTrainersFound}; type more of the name to narrow it down`
              : undefined
          }
          name="trainerId"
          options={matches.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
    </>
  )
}
