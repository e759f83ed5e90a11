import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { FieldError } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import type { SettingsFormValues } from './settings-from-form.ts'
import { Icon } from '#app/components/icon.tsx'

/** Opening and closing time of each weekday; empty on closed days. */
export function OpeningHours({
  days,
  errors,
}: {
  days: SettingsFormValues['openDays']
  errors: FieldErrors
}) {
  return (
    <>
      <table className="opening-hours">
        <caption className="visually-hidden">Opening hours</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Opens</th>
            <th scope="col">Closes</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ weekday, opens, closes }, index) => {
            const errorOf = (name: 'opens' | 'closes') => errors[`openDays.${index}.${name}`]
            const error = errorOf('opens') ?? errorOf('closes')
            const errorId = `${weekday}-error`
            const time = (name: 'opens' | 'closes', value: string) => {
              const isWrong = Boolean(errorOf(name))
              return (
                <td>
                  <div className={classNames('field', isWrong && 'invalid')}>
                    <input
                      className="input"
                      type="time"
                      name={name}
                      defaultValue={value}
                      aria-label={`${weekday}, ${name}`}
                      aria-invalid={isWrong || undefined}
                      aria-describedby={isWrong ? errorId : undefined}
                    />
                  </div>
                </td>
              )
            }
            return (
              <tr key={weekday}>
                <th scope="row">
                  {weekday}
                  {error && (
                    <div className="field">
                      <FieldError id={errorId}>{error}</FieldError>
                    </div>
                  )}
                </th>
                {time('opens', opens)}
                {time('closes', closes === '24:00' ? '00:00' : closes)}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="note">
        Leave a day empty if you’re closed. 00:00 means midnight. A closing time before the opening time is on
        the next day.
      </p>
      <Link className="show" to="/dashboard/closures">
        Closed days
        <Icon of={ArrowRight} />
      </Link>
    </>
  )
}
