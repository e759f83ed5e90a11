import { ArrowRight } from 'lucide'
import { useState, type ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import type { FreeDate } from '#domain/lessons/make-ups/free-dates.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { DateBoard } from './date-board.tsx'

type Props = {
  hours: readonly FreeDate[]
  /** The date to be replaced. */
  moved?: { day: string; startHour: number }
  /** The member's trainer; hours of other trainers are shown with a name. */
  trainerName: string
  /** `Move to Tue 24 Nov, 11:00` */
  buttonLabel: (hour: string) => string
  /** The cancel button. */
  back: ReactNode
  /** Advice for when there is no free hour. */
  emptyAdvice: string
}

/** Choice of one of the next days' free hours. */
export function FreeHours({ hours, moved, trainerName, buttonLabel, back, emptyAdvice }: Props) {
  const [chosen, choose] = useState<FreeDate | null>(null)
  if (hours.length === 0) {
    return (
      <>
        <p className="above-3">
          {t('freeHours.hasNoFreeHours', { trainerName: firstName(trainerName), emptyAdvice })}
        </p>
        <div className="button-row above-3">{back}</div>
      </>
    )
  }
  const byDay = Map.groupBy(hours, ({ day }) => day)
  const others = new Set(
    hours.flatMap((hour) => (hour.trainerName === trainerName ? [] : [hour.trainerName])),
  )
  const firstNames = [trainerName, ...others].map(firstName)
  const isShared = (name: string) => firstNames.filter((other) => other === firstName(name)).length > 1
  const choiceOf = (hour: FreeDate) => (
    <label key={`${hour.startHour} ${hour.trainerId}`}>
      <input type="radio" name="hour" value={valueOf(hour)} required onChange={() => choose(hour)} />
      <span>
        {formatHour(hour.startHour)}
        {others.has(hour.trainerName) && (
          <>
            <span className="note" aria-hidden="true">
              {' '}
              {isShared(hour.trainerName) ? hour.trainerName : firstName(hour.trainerName)}
            </span>
            <span className="visually-hidden">{t('freeHours.with', { trainerName: hour.trainerName })}</span>
          </>
        )}
        <span className="visually-hidden">, {formatDay(hour.day)}</span>
      </span>
    </label>
  )
  const entriesOf = (day: string) => {
    const ofDay = byDay.get(day) ?? []
    if (moved?.day !== day) return ofDay.map(choiceOf)
    const earlier = ofDay.filter((hour) => hour.startHour < moved.startHour)
    return (
      <>
        {earlier.map(choiceOf)}
        <MovedHour startHour={moved.startHour} />
        {ofDay.slice(earlier.length).map(choiceOf)}
      </>
    )
  }
  return (
    <Form method="post" className="free-hours">
      {moved && (
        <p className="change-selection" aria-live="polite">
          <s>
            <span className="visually-hidden">{t('freeHours.from')}</span>
            {nameOf(moved)}
          </s>
          <Icon of={ArrowRight} label={t('freeHours.to')} />
          <b>{chosen ? nameOf(chosen) : t('freeHours.pickANewTime')}</b>
        </p>
      )}
      <DateBoard
        days={[...new Set([...byDay.keys(), ...(moved ? [moved.day] : [])])]}
        entriesOf={entriesOf}
      />
      <p className="after-hours">
        {others.size > 0
          ? t('freeHours.theseAreTheFree')
          : t('freeHours.theseAreSFree', { trainerName: firstName(trainerName) })}
        {t('freeHours.inTheNextFew')}
      </p>
      <div className="button-row">
        <Button variant="primary">
          {buttonLabel(chosen ? nameOf(chosen) : t('freeHours.theChosenHour'))}
        </Button>
        {back}
      </div>
    </Form>
  )
}

const MovedHour = ({ startHour }: { startHour: number }) => (
  <p className="moved-hour">
    <span className="dot on" aria-hidden="true" />
    <s>{formatHour(startHour)}</s>
    <span className="visually-hidden">{t('freeHours.theHourYouMove')}</span>
  </p>
)

const nameOf = ({ day, startHour }: Pick<FreeDate, 'day' | 'startHour'>) =>
  `${formatDay(day)}, ${formatHour(startHour)}`

const valueOf = ({ day, startHour, trainerId }: FreeDate) => `${day} ${startHour} ${trainerId}`

/** Parses the chosen hour; the operation refuses invalid values. */
export function readChosenHour(fields: { get: (name: string) => string | null }) {
  const [day = '', hour = '', trainerId] = (fields.get('hour') ?? '').split(' ')
  return { day, startHour: hour === '' ? Number.NaN : Number(hour), ...(trainerId && { trainerId }) }
}
