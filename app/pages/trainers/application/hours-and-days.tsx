import { Minus, Plus } from 'lucide'
import { useId } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { useFieldError } from '#app/forms/checked-form.tsx'
import { Field, FieldError } from '#app/forms/field.tsx'
import { bounds } from '#domain/bounds.ts'
import { dayName, shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

const { least, most } = bounds.hoursADay

type HoursProps = { value: string; onChange: (value: string) => void; hint?: string; error?: string }

/** The number of hours a day, as an input with plus and minus buttons. */
export function HoursField({ value, onChange, hint, error }: HoursProps) {
  const hydrated = useHydrated()
  const step = (by: number) => {
    const from = Number(value) || 0
    onChange(String(Math.min(most, Math.max(least, Math.trunc(from) + by))))
  }
  return (
    <Field
      label={t('hoursAndDays.hoursADay')}
      aside={t('hoursAndDays.toFrom0600', { least, most })}
      hint={hint}
      error={error}
    >
      {(control, clearError) => (
        <div className="stepper">
          <button
            type="button"
            aria-label={t('hoursAndDays.oneHourLess')}
            disabled={!hydrated}
            onClick={() => (step(-1), clearError())}
          >
            <Icon of={Minus} />
          </button>
          <input
            {...control}
            className="tabular"
            type="number"
            inputMode="numeric"
            name="hoursADay"
            min={least}
            max={most}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <button
            type="button"
            aria-label={t('hoursAndDays.oneHourMore')}
            disabled={!hydrated}
            onClick={() => (step(1), clearError())}
          >
            <Icon of={Plus} />
          </button>
        </div>
      )}
    </Field>
  )
}

type DaysProps = {
  chosen: readonly string[]
  onChange: (days: string[]) => void
  /** Days with an hour on hold, which cannot be unticked. */
  held?: readonly string[]
  hint?: string
  error?: string
}

/** Seven checkboxes for the weekdays. */
export function DaysField({ chosen, onChange, held = [], hint, error }: DaysProps) {
  const id = useId()
  const [isWrong, clearError] = useFieldError(Boolean(error))
  const toggle = (day: string) =>
    onChange(chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day])
  return (
    <div
      className={classNames('field', isWrong && 'invalid')}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={isWrong ? `${id}-error` : undefined}
      onChange={clearError}
    >
      <div className="label" id={`${id}-label`}>
        {t('hoursAndDays.days')}
      </div>
      <div className="days">
        {weekdays.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              name="weekdays"
              value={day}
              aria-label={dayName(day)}
              aria-invalid={isWrong ? true : undefined}
              checked={chosen.includes(day)}
              disabled={held.includes(day)}
              onChange={() => toggle(day)}
            />
            {held.includes(day) && <input type="hidden" name="weekdays" value={day} />}
            <span className={classNames('dot', held.includes(day) ? 'on' : 'ring')} aria-hidden="true" />
            <span aria-hidden="true">{shortDayName(day)}</span>
          </label>
        ))}
      </div>
      {isWrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  )
}
