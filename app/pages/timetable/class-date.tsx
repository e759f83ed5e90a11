import { Link, redirect } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { Picture, PortraitPicture } from '#app/components/picture.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { PageError } from '#app/forms/page-error.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  signInUrl,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { OpenClassCovers } from '#app/pages/dashboard/absences/open-class-covers.tsx'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import { bookClass, giveBackClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass, canCallOff } from '#domain/lessons/classes/class-cancellation.server.ts'
import { readParticipation } from '#domain/lessons/classes/class-participation.server.ts'
import { getClassDate, listNextDates } from '#domain/lessons/classes/timetable.server.ts'
import { listSubstitutes } from '#domain/lessons/covers/available-trainers.server.ts'
import { listOpenClassCovers, takeClassCover } from '#domain/lessons/covers/class-covers.server.ts'
import { can } from '#domain/permissions.ts'
import { readClassSale } from '#domain/sales/single-class.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/class-date.ts'
import { ClassOptions } from './class-options.tsx'
import { ClassStaffOptions } from './class-staff-options.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, t('classDate.class'))
  const { date, place } = loaderData
  const clock = formatClock(date.startHour, date.startMinute)
  const title = t('classDate.title', {
    own: date.isOver || date.because !== null ? 'none' : (place.own?.state ?? 'none'),
    title: date.title,
    day: formatDay(date.day),
  })
  return pageMeta(
    matches,
    title,
    t('classDate.atWith', {
      title: date.title,
      clock,
      trainerName: date.trainerName,
      roomName: date.roomName,
    }),
    {
      picture: date.picture,
      facts: (club) => ({
        '@type': 'Event',
        name: date.title,
        startDate: date.startsAt.toISOString(),
        endDate: date.endsAt.toISOString(),
        eventStatus: `https://schema.org/Event${date.because === null ? 'Scheduled' : 'Cancelled'}`,
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        maximumAttendeeCapacity: date.capacity,
        remainingAttendeeCapacity: Math.max(0, date.capacity - date.taken),
        location: { '@type': 'Place', name: `${club.name}, ${date.roomName}`, address: club.address },
        performer: { '@type': 'Person', name: date.trainerName },
        organizer: { '@type': 'ExerciseGym', name: club.name, url: `${club.publicUrl}/` },
      }),
    },
  )
}

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const date = await getClassDate(actor, params.id)
    const staff = actor.kind === 'person' ? actor : null
    const mayAssign = can(staff, 'covers.assign')
    const isAhead = date.because === null && !date.isOver
    const [place, mayCallOff, covers, dates, substitutes, sale] = await Promise.all([
      readParticipation(actor, params.id),
      canCallOff(actor, params.id),
      isAhead && staff !== null && can(staff, 'covers.take')
        ? listOpenClassCovers(staff, { lessonId: date.id })
        : [],
      listNextDates(actor, date.classId),
      isAhead && mayAssign ? listSubstitutes(actor, params.id) : null,
      readClassSale(actor, date),
    ])
    const other = dates.find(({ id, taken, capacity }) => id !== date.id && taken < capacity) ?? null
    return {
      date,
      place,
      sale,
      canCallOff: mayCallOff,
      covers,
      mayAssign,
      // a class that needs cover has its own choice of trainers
      substitutes: covers.length > 0 ? null : substitutes,
      other,
      timeZone: club.timeZone,
      opensOn: club.opensOn,
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const to = `/timetable/${params.id}`
  if (actor.kind === 'visitor') throw redirect(signInUrl(to))
  const intent = readIntent(fields, ['book', 'giveBack', 'callOff', 'substitute'])
  if (intent === 'callOff') {
    const { people, notified } = await callOffClass(actor, params.id)
    const notice =
      people === 0
        ? t('classDate.noOneWasIn')
        : changeNotice(sendsMail(), notified, t('classDate.everyoneInItGets'))
    return redirectWithToast(to, { text: t('classDate.itIsCalledOff', { notice }) })
  }
  if (intent === 'substitute') {
    const trainerId = fields.get('trainerId') ?? ''
    const { trainerName, notified } = await takeClassCover(actor, params.id, { trainerId })
    const told = changeNotice(sendsMail(), notified, t('covers.everyoneInItGets'))
    return redirectWithToast(to, { text: t('covers.givesTheClass', { trainerName, told }) })
  }
  if (intent === 'book') {
    const orderId = fields.get('orderId') || undefined
    const { state } = await bookClass(actor, params.id, { orderId })
    const text = state === 'booked' ? t('classDate.youAreIn') : t('classDate.youAreOnThe')
    return redirectWithToast(to, { text })
  }
  const { state } = await giveBackClass(actor, params.id)
  return redirectWithToast(to, { text: givenBackTexts[state] ?? t('classDate.youGaveItBack') })
})

const givenBackTexts: Record<string, string> = {
  get cancelled() {
    return t('classDate.youGaveItBack2')
  },
  get late() {
    return t('classDate.youGaveItBack3')
  },
  get left() {
    return t('classDate.youLeftTheWaiting')
  },
}

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function ClassDatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { date, place } = loaderData
  const clock = formatClock(date.startHour, date.startMinute)
  return (
    <div className="wrap section-below">
      <div className="class-date-head">
        <Picture picture={date.picture} alt="" sizes="(max-width: 700px) 120px, 220px" eager />
        <div>
          <BackLink to={`/timetable?from=${date.day}`}>{t('classDate.timetable')}</BackLink>
          <h1 className="display h-section">{date.title}</h1>
          <p className="when">
            <b>
              {date.day === date.today && t('classDate.today')}
              {formatFullDay(date.day)}, {clock}
            </b>
            <span className="by">
              {t('classDate.min', {
                trainerName: date.trainerName,
                roomName: date.roomName,
                minutes: date.minutes,
              })}
            </span>
          </p>
        </div>
      </div>
      <div className="with-side lesson">
        <div>
          <PageError problem={problemOf(actionData)} />
          <ClassOptions {...loaderData} />
          <OpenClassCovers classes={loaderData.covers} {...loaderData} />
          {loaderData.canCallOff && <ClassStaffOptions date={date} substitutes={loaderData.substitutes} />}
        </div>
        <ClassFacts {...date} allowance={place.allowances[0] ?? null} />
      </div>
    </div>
  )
}

type Date = Route.ComponentProps['loaderData']['date']

function ClassFacts({ allowance, ...date }: Date & { allowance: Allowance | null }) {
  const end = date.startHour * 60 + date.startMinute + date.minutes
  return (
    <aside className="summary" aria-label={t('classDate.thisClass')}>
      <h2 className="head">{t('classDate.thisClass')}</h2>
      <div className="with-whom">
        <PortraitPicture portrait={date.portrait} alt="" ratio="4-5" sizes="64px" />
        <div>
          <b className="head">{date.trainerName}</b>
          <div className="text-small">
            <Link to={`/classes/${date.classId}`}>{date.title}</Link>
          </div>
        </div>
      </div>
      <dl>
        <div>
          <dt>{t('classDate.when')}</dt>
          <dd>
            {t('classDate.to', {
              startHour: formatClock(date.startHour, date.startMinute),
              floor: formatClock(Math.floor(end / 60), end % 60),
            })}
          </dd>
        </div>
        <div>
          <dt>{t('classDate.where')}</dt>
          <dd>{date.roomName}</dd>
        </div>
        <div>
          <dt>{t('classDate.places')}</dt>
          <dd>{t('classDate.ofTaken', { taken: date.taken, capacity: date.capacity })}</dd>
        </div>
        {date.waiting > 0 && (
          <div>
            <dt>{t('classDate.waiting')}</dt>
            <dd>{t('classDate.person', { waiting: date.waiting })}</dd>
          </div>
        )}
        {allowance !== null && allowance.given !== null && (
          <div>
            <dt>{t('classDate.yourClasses')}</dt>
            <dd>{t('classDate.ofLeft', { left: allowance.left ?? '', given: allowance.given })}</dd>
          </div>
        )}
      </dl>
      <LinkButton to={`/trainers/${date.trainerId}`} wide>
        {t('classDate.about', { trainerName: date.trainerName })}
      </LinkButton>
    </aside>
  )
}
