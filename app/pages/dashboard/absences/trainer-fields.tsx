import { maxTrainersFound } from '#domain/trainers/trainers.rules.ts'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import type { TrainerSearch } from './trainer-search.server.ts'

/** A trainer by name, however many there are; one of those of that name, where there are more. */
export function TrainerFields({ named, error }: { named: TrainerSearch; error: string | undefined }) {
  const { name, trainerId, matches } = named
  const isOpen = name !== '' && trainerId === ''
  const whyOpen = matches.length === 0 ? 'No trainer is called that.' : 'More than one is called that.'
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
              ? `at most ${maxTrainersFound}: or type more of the name`
              : undefined
          }
          name="trainerId"
          options={matches.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
    </>
  )
}
