import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import { reasonName, reportReasons } from '#domain/moderation/moderation.rules.ts'
import { t } from '#messages/t.ts'

type Props = {
  label: string
  /** The readers of the words, beside the label. */
  audience: string
  problem: Problem | null
}

/** The reason for reporting or taking down content: one from the terms of use, and a free text. */
export function ObjectionFields({ label, audience, problem }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <>
      <SelectField
        label={label}
        name="reason"
        defaultValue={typed?.get('reason') ?? ''}
        options={[
          { value: '', label: t('objectionFields.chooseAReason') },
          ...reportReasons.map((value) => ({ value, label: reasonName(value) })),
        ]}
        error={errors.reason}
      />
      <TextArea
        label={t('objectionFields.inYourOwnWords')}
        aside={audience}
        name="words"
        maxLength={bounds.takeDownWords.most}
        defaultValue={typed?.get('words') ?? ''}
        error={errors.words}
      />
    </>
  )
}
