import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { FieldError } from '#app/forms/field.tsx'
import { FormError, type FieldErrors } from '#app/forms/form-errors.tsx'
import { TimeSelect } from '#app/forms/time-select.tsx'
import { countHoursOutside, type HoursOutside } from '#domain/overview/hours-outside.rules.ts'
import { dayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { HoursOutsideList } from './hours-outside-list.tsx'
import type { SettingsFormValues } from './settings-from-form.ts'

type Props = {
  /** The first opening span of each weekday, then the second ones. */
  days: SettingsFormValues['openDays']
  errors: FieldErrors
}

type SectionProps = Props & {
  /** Hours outside the opening hours: those entered, after a question about them, or else those in force. */
  hoursOutside: HoursOutside
  isQuestion: boolean
}

/** Opening and closing times of each weekday; empty on closed days. A club that closes in between has two of each. */
export function OpeningHours({ days, errors, hoursOutside, isQuestion }: SectionProps) {
  const outside = isQuestion ? null : countHoursOutside(hoursOutside)
  const isAgain = (index: number) => index >= weekdays.length
  const usesSecond = days.some(({ opens, closes }, index) => isAgain(index) && (opens || closes))
  const hasError = Object.keys(errors).some((name) => isAgain(Number(/^openDays\.(\d+)\./.exec(name)?.[1])))
  return (
    <>
      {errors.openDays && <FormError>{errors.openDays}</FormError>}
      {isQuestion && <HoursOutsideList hours={hoursOutside} />}
      <SpanTable caption={t('openingHours.openingHours')} days={days} first={0} errors={errors} />
      <p className="note">{t('openingHours.leaveADayEmpty')}</p>
      <details open={usesSecond || hasError}>
        <summary className="button small">{t('openingHours.closedForLunch')}</summary>
        <div className="above-3">
          <SpanTable
            caption={t('openingHours.openAgain')}
            days={days}
            first={weekdays.length}
            errors={errors}
            isSecond
          />
        </div>
      </details>
      {outside !== null && (
        <details>
          <summary>
            {t('openingHours.outsideTheOpeningHours', { hours: outside.hours, count: outside.count })}
          </summary>
          <HoursOutsideList hours={hoursOutside} />
        </details>
      )}
      <Link className="show" to="/dashboard/closures">
        {t('openingHours.closedDays')}
        <Icon of={ArrowRight} />
      </Link>
    </>
  )
}

/** One opening span for each weekday. */
function SpanTable({
  caption,
  days,
  first,
  errors,
  isSecond = false,
}: Props & { caption: string; first: number; isSecond?: boolean }) {
  return (
    <table className="opening-hours">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('openingHours.day')}</th>
          <th scope="col">{isSecond ? t('openingHours.opensAgain') : t('openingHours.opens')}</th>
          <th scope="col">{t('openingHours.closes')}</th>
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday, place) => {
          const index = first + place
          const errorOf = (name: 'opens' | 'closes') => errors[`openDays.${index}.${name}`]
          const error = errorOf('opens') ?? errorOf('closes')
          const errorId = `${weekday}-error-${index}`
          const time = (name: 'opens' | 'closes') => {
            const isWrong = Boolean(errorOf(name))
            const value = days[index]?.[name] ?? ''
            return (
              <td>
                <div className={classNames('field', isWrong && 'invalid')}>
                  <TimeSelect
                    name={name}
                    defaultValue={value}
                    aria-label={t('openingHours.again', {
                      weekday: dayName(weekday),
                      name,
                      isSecond: isSecond ? 'yes' : 'no',
                    })}
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
                {dayName(weekday)}
                {error && (
                  <div className="field">
                    <FieldError id={errorId}>{error}</FieldError>
                  </div>
                )}
              </th>
              {time('opens')}
              {time('closes')}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
