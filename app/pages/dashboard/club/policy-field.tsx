import { Fragment, useId } from 'react'
import { classNames } from '#app/components/join-class-names.ts'
import { useFieldError } from '#app/forms/checked-form.tsx'
import { FieldError } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import { TimeSelect } from '#app/forms/time-select.tsx'
import { t } from '#messages/t.ts'
import type { PolicyInputField, PolicySentence, TypedPolicies } from './policy-sentences.ts'

type Props = {
  sentence: PolicySentence
  /** Initial values of the fields. */
  values: TypedPolicies
  /** Values as they are now. */
  typed: TypedPolicies
  errors: FieldErrors
  /** The initial value is a proposal, and nothing counts until it is saved. */
  isProposed: boolean
}

/** A rule: a sentence with its fields, the errors, and below them what the values mean. */
export function PolicyField({
  sentence: { pieces, fields, meaning },
  values,
  typed,
  errors,
  isProposed,
}: Props) {
  const id = useId()
  const error = fields.map(({ name }) => errors[name]).find(Boolean)
  const [isWrong, clearError] = useFieldError(Boolean(error))
  const describedBy = classNames(isWrong && `${id}-error`, `${id}-hint`)
  return (
    <div className={classNames('policy field', isWrong && 'invalid')} onChange={clearError}>
      <p className="policy-sentence">
        {pieces.map((piece, index) => {
          const field = fields[index]
          return (
            <Fragment key={piece}>
              {piece}
              {field && (
                <PolicyInput
                  field={field}
                  value={values[field.name]}
                  isWrong={isWrong && Boolean(errors[field.name])}
                  describedBy={describedBy}
                />
              )}
            </Fragment>
          )
        })}
      </p>
      {isWrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p className="field-hint" id={`${id}-hint`}>
        {isProposed && t('policyField.aProposalNothingMoves')}
        {meaning(typed)}
      </p>
    </div>
  )
}

type InputProps = {
  field: PolicyInputField
  value: string
  isWrong: boolean
  describedBy: string | undefined
}

function PolicyInput({ field: { name, label, bound, choice }, value, isWrong, describedBy }: InputProps) {
  const attributes = {
    className: 'input',
    name,
    defaultValue: value,
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy,
  }
  if (!choice)
    return bound ? (
      <input {...attributes} inputMode="numeric" maxLength={4} />
    ) : (
      <TimeSelect {...attributes} stepMinutes={30} />
    )
  return (
    <select {...attributes}>
      <option value="true">{choice.true}</option>
      <option value="false">{choice.false}</option>
    </select>
  )
}
