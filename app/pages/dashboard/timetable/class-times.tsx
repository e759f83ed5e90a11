import { ArrowRight } from 'lucide'
import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { Field, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { TimeSelect } from '#app/forms/time-select.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import {
  addClassTime,
  endClassTime,
  listClassTimes,
  listSchedulableClasses,
  type ClassTime,
} from '#domain/lessons/classes/class-times.server.ts'
import { listRooms } from '#domain/lessons/classes/rooms.server.ts'
import { can } from '#domain/permissions.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { dayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/class-times.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('classTimes.classTimes'))

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const person = requirePermission(actor, 'classTimes.manage')
  const [times, rooms, classes] = await Promise.all([
    listClassTimes(actor),
    listRooms(actor),
    listSchedulableClasses(actor),
  ])
  return { times, rooms, classes, isOffice: can(person, 'rooms.manage') }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const text =
    readIntent(fields, ['add', 'end']) === 'add'
      ? await addFromForm(actor, fields)
      : await endFromForm(actor, fields.get('id') ?? '')
  return redirectWithToast('/dashboard/timetable', { text })
})

async function addFromForm(actor: LoaderContext['actor'], fields: URLSearchParams): Promise<string> {
  await addClassTime(actor, {
    classId: fields.get('classId') ?? '',
    roomId: fields.get('roomId') ?? '',
    weekday: fields.get('weekday') ?? '',
    startsAt: fields.get('startsAt') ?? '',
    minutes: fields.get('minutes') ?? '',
    capacity: fields.get('capacity') ?? '',
    fromDay: fields.get('fromDay') || undefined,
  })
  return t('classTimes.timeAddedItsDates')
}

async function endFromForm(actor: LoaderContext['actor'], id: string): Promise<string> {
  const { lessons, people } = await endClassTime(actor, id)
  if (lessons === 0) return t('classTimes.endedNoDatesWere')
  const off = t('classTimes.dateIsCalledOff', { lessons })
  return people === 0 ? t('classTimes.ended', { off }) : t('classTimes.endedAndPersonIs', { off, people })
}

export { clientAction } from '#app/forms/client-action.ts'

/** The weekly times of classes: a list, and a form to add one. */
export default function ClassTimes({ loaderData, actionData }: Route.ComponentProps) {
  const { times, rooms, classes, isOffice } = loaderData
  const problem = problemOf(actionData)
  return (
    <>
      <h1>{t('classTimes.classTimes')}</h1>
      <p className="subtitle">{t('classTimes.aTimeDoesNot')}</p>
      <p className="page-links">
        <Link className="show" to="/timetable">
          {t('classTimes.timetable')}
          <Icon of={ArrowRight} />
        </Link>
        {isOffice && (
          <Link className="show" to="/dashboard/rooms">
            {t('classTimes.rooms')}
            <Icon of={ArrowRight} />
          </Link>
        )}
      </p>
      <section className="panel">
        <header>
          <h2>{t('classTimes.eachWeek')}</h2>
          <span className="note">{t('classTimes.time', { count: times.length })}</span>
        </header>
        {times.length === 0 ? (
          <EmptyState heading={t('classTimes.noTimesYet')} headingLevel={3}>
            {t('classTimes.aClassWithA')}
          </EmptyState>
        ) : (
          <ul className="todo day times-list">
            {times.map((time) => (
              <TimeRow key={time.id} time={time} />
            ))}
          </ul>
        )}
      </section>
      <section className="panel">
        <header>
          <h2>{t('classTimes.addATime')}</h2>
        </header>
        {rooms.length === 0 || classes.length === 0 ? (
          <p className="note">
            {rooms.length === 0 ? t('classTimes.theClubHasNo') : t('classTimes.thereIsNoClass')}
          </p>
        ) : (
          <TimeForm {...loaderData} problem={problem} />
        )}
      </section>
    </>
  )
}

function TimeRow({ time }: { time: ClassTime }) {
  const clock = formatClock(time.startHour, time.startMinute)
  const weekday = dayName(weekdays[time.weekday - 1] ?? '')
  const title = t('classTimes.s', { title: time.title, weekday, clock })
  const dialogId = `end-${time.id}`
  return (
    <li>
      {time.lastDay === null ? <Dot kind="on" /> : <NoLessonMark />}
      <b className="hour">{clock}</b>
      <div>
        <b>{t('classTimes.sMin', { title: time.title, weekday, minutes: time.minutes })}</b>
        <p>
          {t('classTimes.place', {
            trainerName: time.trainerName,
            roomName: time.roomName,
            capacity: time.capacity,
          })}
          {time.lastDay !== null &&
            ` ${endSentence(t('classTimes.endsAfter', { lastDay: formatDay(time.lastDay) }))}`}
        </p>
      </div>
      {time.lastDay === null && (
        <>
          <ModalTrigger className="row-link" opens={dialogId} aria-label={t('classTimes.endIt', { title })}>
            {t('classTimes.endIt2')}
          </ModalTrigger>
          <ConfirmDialog
            id={dialogId}
            heading={t('classTimes.end', { title })}
            text={t('classTimes.itsDatesAheadAre')}
            cancel={t('classTimes.keepIt')}
            action={
              <Form method="post">
                <HiddenFields values={{ intent: 'end', id: time.id }} />
                <Button variant="danger">{t('classTimes.endIt2')}</Button>
              </Form>
            }
          />
        </>
      )}
    </li>
  )
}

type FormProps = Pick<Route.ComponentProps['loaderData'], 'rooms' | 'classes'> & {
  problem: ReturnType<typeof problemOf>
}

function TimeForm({ rooms, classes, problem }: FormProps) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <CheckedForm className="stack time-form" method="post" problem={problem}>
      <HiddenFields values={{ intent: 'add' }} />
      <SelectField
        label={t('classTimes.class')}
        name="classId"
        defaultValue={typed?.get('classId') ?? undefined}
        error={errors.classId}
        options={classes.map(({ id, title, trainerName }) => ({
          value: id,
          label: `${title}, ${trainerName}`,
        }))}
      />
      <SelectField
        label={t('classTimes.weekday')}
        name="weekday"
        defaultValue={typed?.get('weekday') ?? undefined}
        error={errors.weekday}
        options={weekdays.map((day, index) => ({ value: String(index + 1), label: dayName(day) }))}
      />
      <Field label={t('classTimes.starts')} error={errors.startsAt}>
        {(control) => (
          <TimeSelect
            {...control}
            name="startsAt"
            stepMinutes={5}
            defaultValue={typed?.get('startsAt') ?? '18:00'}
          />
        )}
      </Field>
      <TextField
        label={t('classTimes.minutes')}
        name="minutes"
        inputMode="numeric"
        maxLength={3}
        defaultValue={typed?.get('minutes') ?? '60'}
        error={errors.minutes}
      />
      <SelectField
        label={t('classTimes.room')}
        name="roomId"
        defaultValue={typed?.get('roomId') ?? undefined}
        error={errors.roomId}
        options={rooms.map(({ id, name, capacity }) => ({
          value: id,
          label: `${name}, ${t('classTimes.place2', { capacity })}`,
        }))}
      />
      <TextField
        label={t('classTimes.places')}
        name="capacity"
        inputMode="numeric"
        maxLength={3}
        defaultValue={typed?.get('capacity') ?? ''}
        error={errors.capacity}
      />
      <DateField
        label={t('classTimes.from')}
        name="fromDay"
        defaultValue={typed?.get('fromDay') ?? ''}
        hint={t('classTimes.todayIfYouLeave')}
        error={errors.fromDay}
      />
      <div className="button-row">
        <Button variant="primary">{t('classTimes.addThisTime')}</Button>
      </div>
    </CheckedForm>
  )
}
