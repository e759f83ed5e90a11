import { reportReasons } from '#domain/moderation/moderation.rules.ts'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'

type Props = { label: string; whoReads: string; problem: Problem | null }

/** What is wrong with something that somebody wrote: one of the reasons of the terms, and words of one's own. */
export function ObjectionFields({ label, whoReads, problem }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <>
      <SelectField
        label={label}
        name="reason"
        defaultValue={typed?.get('reason') ?? ''}
        options={[
          { value: '', label: 'Choose a reason' },
          ...reportReasons.map((value) => ({ value, label: value })),
        ]}
        error={errors.reason}
      />
      <TextArea
        label="In your words"
        aside={whoReads}
        name="words"
        maxLength={bounds.takeDownWords.most}
        defaultValue={typed?.get('words') ?? ''}
        error={errors.words}
      />
    </>
  )
}
