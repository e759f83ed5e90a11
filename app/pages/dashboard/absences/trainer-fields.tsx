import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { maxTrainersFound } from '#domain/trainers/trainers.rules.ts'
import { t } from '#messages/t.ts'
import type { TrainerSearch } from './trainer-search.server.ts'

/** Finds a trainer by name, with a choice between several of that name. */
export function TrainerFields({ search, error }: { search: TrainerSearch; error: string | undefined }) {
  const { name, trainerId, matches } = search
  const isOpen = name !== '' && trainerId === ''
  const whyOpen =
    matches.length === 0 ? t('trainerFields.noTrainerHasThat') : t('trainerFields.moreThanOneTrainer')
  return (
    <>
      <TextField
        label={t('trainerFields.trainer')}
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
          label={t('trainerFields.whichOfThem')}
          aside={
            matches.length === maxTrainersFound
              ? t('trainerFields.firstTypeMoreOf', { maxTrainersFound })
              : undefined
          }
          name="trainerId"
          options={matches.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
    </>
  )
}
