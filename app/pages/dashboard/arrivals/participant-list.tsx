import { Form, type ClientActionFunctionArgs } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { PageError } from '#app/forms/page-error.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import type { Attendance } from '#db/tables.ts'
import { addGuest, findGuest } from '#domain/lessons/classes/class-guests.server.ts'
import {
  closeList,
  markAllAttended,
  markAttendance,
  parseAttendance,
  readParticipantList,
  type ListedParticipant,
  type ParticipantList,
} from '#domain/visits/attendance.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/participant-list.ts'
import { GivePlace, offerIn } from './give-place.tsx'
import { ParticipantRow, type ShownParticipant } from './participant-row.tsx'
import { removeMarkTap, setMarkTap, type StoredTap } from './stored-taps.ts'
import { submitOrStore } from './submit-or-store.ts'
import { useStoredTaps } from './unsent-taps.tsx'

const titleOf = ({ title, participants, startHour, startMinute }: ParticipantList) =>
  `${title ?? t('participantList.hourWith', { name: participants[0]?.name ?? t('participantList.aMember') })}, ${formatClock(startHour, startMinute)}`

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData ? titleOf(loaderData.list) : t('participantList.whoCame'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    list: await readParticipantList(actor, params.id),
    timeZone: club.timeZone,
  }),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const back = `/dashboard/participants/${params.id}`
  const intent = readIntent(fields, ['mark', 'markAll', 'close', 'find', 'guest'])
  if (intent === 'mark') {
    await markAttendance(actor, params.id, {
      participantId: fields.get('participantId') ?? '',
      attendance: parseAttendance(fields.get('attendance') ?? ''),
    })
    return null
  }
  if (intent === 'markAll') {
    const marked = await markAllAttended(actor, params.id)
    return redirectWithToast(back, {
      text: t('participantList.personIsMarkedAs', { marked }),
    })
  }
  if (intent === 'find') return { offer: await findGuest(actor, params.id, fields.get('who') ?? '') }
  if (intent === 'guest') {
    const paidWith = fields.get('paidWith') || null
    const { name } = await addGuest(actor, params.id, { memberId: fields.get('memberId') ?? '', paidWith })
    const cost = paidWith === null ? t('participantList.itCostsNoClass') : t('participantList.itCountsAsOne')
    return redirectWithToast(back, { text: t('participantList.hasAPlace', { name, cost }) })
  }
  const missed = await closeList(actor, params.id)
  return redirectWithToast(back, {
    text:
      missed === 0 ? t('participantList.theListIsClosed') : t('participantList.theListIsClosed2', { missed }),
  })
})

/** Stores a mark on the device when the club cannot be reached. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrStore(args, {
    store: (fields) => {
      if (fields.get('intent') !== 'mark') return false
      const at = Date.now()
      const participantId = String(fields.get('participantId'))
      const attendance = String(fields.get('attendance') ?? '') || null
      setMarkTap({ id: `${participantId} ${at}`, participantId, lessonId: args.params.id!, attendance, at })
      return true
    },
    sent: (fields) => removeMarkTap(String(fields.get('participantId'))),
  })

/** Everyone with a place in a lesson, with a tap each for who came and who did not. */
export default function ParticipantListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, timeZone } = loaderData
  const { kind, day, today, trainerName, roomName, capacity, listState } = list
  const participants = withUnsentMarks(list.participants, useStoredTaps())
  const booked = participants.filter(({ state }) => state === 'booked')
  const came = booked.filter(({ attendance }) => attendance === 'attended').length
  const isOpen = listState === 'open'
  return (
    <>
      <BackLink to="/dashboard">{t('navigation.dashboard')}</BackLink>
      <h1>{titleOf(list)}</h1>
      <p className="subtitle">
        {day === today && t('participantList.today')}
        {[formatFullDay(day), trainerName, roomName].filter((each) => each !== null).join(', ')}.
        {kind === 'class' &&
          t('participantList.ofBooked', { count: booked.length, capacity: capacity ?? '' })}
      </p>
      <PageError problem={problemOf(actionData)} />
      <div className="list-bar">
        <p className="list-count" role="status">
          <b>{came}</b>
          {t('participantList.ofCame', { count: booked.length })}
        </p>
        <p className="note">{stateNote(list, timeZone)}</p>
      </div>
      {participants.length === 0 ? (
        <p className="note above-3">{t('participantList.nobodyHasBooked')}</p>
      ) : (
        <ul className="came-list">
          {participants.map((person) => (
            <ParticipantRow
              key={person.participantId}
              person={person}
              isClass={kind === 'class'}
              isOpen={isOpen}
            />
          ))}
        </ul>
      )}
      {kind === 'class' && day >= today && (
        <GivePlace problem={problemOf(actionData)} offer={offerIn(actionData)} />
      )}
      {isOpen && booked.length > 0 && <CloseBar list={{ ...list, participants }} timeZone={timeZone} />}
    </>
  )
}

/** Participants as they were marked on this device. */
const withUnsentMarks = (participants: ListedParticipant[], taps: StoredTap[]): ShownParticipant[] =>
  participants.map((person) => {
    const tap = taps.find((each) => 'participantId' in each && each.participantId === person.participantId)
    return tap && 'attendance' in tap
      ? { ...person, attendance: tap.attendance as Attendance | null, isUnsent: true }
      : { ...person, isUnsent: false }
  })

const untilText = ({ openUntil, openUntilDay }: ParticipantList, timeZone: string) =>
  t('participantList.until', {
    openUntilDay: formatDay(openUntilDay),
    openUntil: formatTime(openUntil, timeZone),
  })

function stateNote(list: ParticipantList, timeZone: string): string {
  if (list.listState === 'early')
    return t('participantList.theListOpensAt', { opensAt: formatTime(list.opensAt, timeZone) })
  if (list.listState === 'over') return t('participantList.thisListIsClosed')
  if (list.closedAt !== null)
    return t('participantList.closedYouCanChange', { untilText: untilText(list, timeZone) })
  return t('participantList.tapWhoIsHere')
}

function CloseBar({ list, timeZone }: { list: ParticipantList; timeZone: string }) {
  const booked = list.participants.filter(({ state }) => state === 'booked')
  const unmarked = booked.filter(({ attendance }) => attendance === null).length
  if (unmarked === 0 && list.closedAt !== null) return null
  const cost = list.kind === 'class' && list.missedCosts ? t('participantList.aMissedClassCounts') : ''
  return (
    <div className="close-bar">
      <p>
        <b>
          {unmarked === 0
            ? t('participantList.everyoneIsMarked')
            : t('participantList.personIsNotMarked', { unmarked })}
        </b>
        {unmarked === 0
          ? t('participantList.youCanChangeIt', { untilText: untilText(list, timeZone) })
          : t('participantList.closingTheListCounts', { cost, untilText: untilText(list, timeZone) })}
      </p>
      {unmarked > 0 && (
        <Form method="post" preventScrollReset>
          <HiddenFields values={{ intent: 'markAll' }} />
          <Button>{t('participantList.allOfThemCame')}</Button>
        </Form>
      )}
      <Form method="post" preventScrollReset>
        <HiddenFields values={{ intent: 'close' }} />
        <Button variant="primary">{t('participantList.closeTheList')}</Button>
      </Form>
    </div>
  )
}
