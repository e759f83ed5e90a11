import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { FieldError } from '#app/forms/field.tsx'
import type { FieldErrors } from '#app/forms/form-errors.tsx'
import type { TypedSettings } from './settings-form.ts'

/** When the door opens and closes, day by day; a day with both empty is closed. */
export function OpeningHours({ days, errors }: { days: TypedSettings['openDays']; errors: FieldErrors }) {
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
            const error = errors[`openDays.${index}.opens`] ?? errors[`openDays.${index}.closes`]
            const errorId = `${weekday}-error`
            const time = (name: 'opens' | 'closes', value: string) => (
              <td>
                <input
                  className="input"
                  type="time"
                  name={name}
                  defaultValue={value}
                  aria-label={`${weekday}, ${name}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error && errorId}
                />
              </td>
            )
            return (
              <tr key={weekday} className={error && 'field invalid'}>
                <th scope="row">
                  {weekday}
                  {error && <FieldError id={errorId}>{error}</FieldError>}
                </th>
                {time('opens', opens)}
                {time('closes', closes)}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="note">Leave a day empty when the door stays shut.</p>
      <Link className="show" to="/dashboard/closures">
        Closed days
        <ArrowRight className="icon" aria-hidden="true" />
      </Link>
    </>
  )
}
