import { randomUUID } from 'node:crypto'
import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { BookingIllustration } from '#app/pages/bookings/booking-illustration.tsx'
import { checkIn, readCheckIn, type OwnArrival } from '#domain/visits/door.server.ts'
import { undoOwnVisit } from '#domain/visits/visits.server.ts'
import { formatClock } from '#format/clock.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/here.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('here.iAmHere'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readCheckIn(actor, params.code)),
  newVisitId: randomUUID(),
}))

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const visitId = fields.get('visitId') ?? ''
  if (readIntent(fields, ['here', 'undo']) === 'undo') {
    await undoOwnVisit(actor, visitId)
    return redirectWithToast('/dashboard', { text: t('here.undone') })
  }
  await checkIn(actor, { code: params.code, visitId, lessonId: fields.get('lessonId') || null })
  return redirectWithToast(`/here/${params.code}`, { text: t('here.youAreIn') })
})

export { clientAction } from '#app/forms/client-action.ts'

/** What a phone shows after it has read the code at the door. */
export default function Here({ loaderData, actionData }: Route.ComponentProps) {
  const { isCurrent, lessons, visitId, newVisitId } = loaderData
  const message = formMessage(problemOf(actionData))
  const done = lessons.find((lesson) => lesson.visitId !== null)
  const doneId = done?.visitId ?? visitId
  return (
    <div className="wrap here">
      <section className="payment-state">
        <BookingIllustration state={doneId !== null ? 'paid' : isCurrent ? 'held' : 'over'} />
        {message && <FormError>{message}</FormError>}
        {doneId !== null ? (
          <Done visitId={doneId} lesson={done ?? null} />
        ) : isCurrent ? (
          <Ways lessons={lessons} visitId={newVisitId} />
        ) : (
          <>
            <h1>{t('here.thisCodeIsToo')}</h1>
            <p className="lead">{t('here.itChangesEveryFew')}</p>
            <p className="above-3">
              <LinkButton to="/dashboard">{t('here.yourDates')}</LinkButton>
            </p>
          </>
        )}
      </section>
    </div>
  )
}

const titleOf = ({ title, trainerName, startHour, startMinute }: OwnArrival) =>
  `${title ?? firstName(trainerName)}, ${formatClock(startHour, startMinute)}`

function Ways({ lessons, visitId }: { lessons: OwnArrival[]; visitId: string }) {
  const [first, second] = lessons
  if (!first)
    return (
      <>
        <h1>{t('here.welcome')}</h1>
        <p className="lead">{t('here.youHaveNoClass')}</p>
        <HereForm visitId={visitId} lessonId="" label={t('here.iAmHereTo')} isPrimary />
      </>
    )
  return (
    <>
      <h1>{second ? t('here.whereAreYouGoing') : titleOf(first)}</h1>
      {!second && (
        <p className="lead">
          {[t('here.with', { trainerName: first.trainerName }), first.roomName]
            .filter((each) => each !== null)
            .join(', ')}
        </p>
      )}
      {lessons.map((lesson) => (
        <HereForm
          key={lesson.lessonId}
          visitId={visitId}
          lessonId={lesson.lessonId}
          label={second ? titleOf(lesson) : t('here.iAmHere')}
          isPrimary={!second}
        />
      ))}
    </>
  )
}

type HereFormProps = { visitId: string; lessonId: string; label: string; isPrimary: boolean }

function HereForm({ visitId, lessonId, label, isPrimary }: HereFormProps) {
  return (
    <Form method="post" className="above-3">
      <HiddenFields values={{ intent: 'here', visitId, lessonId }} />
      <Button variant={isPrimary ? 'primary' : 'outline'} wide>
        {label}
      </Button>
    </Form>
  )
}

function Done({ visitId, lesson }: { visitId: string; lesson: OwnArrival | null }) {
  return (
    <>
      <h1>{t('here.youAreIn2')}</h1>
      <p className="lead">
        {lesson ? t('here.haveAGoodOne', { titleOf: titleOf(lesson) }) : t('here.haveAGoodOne2')}
      </p>
      <Form method="post" className="above-3">
        <HiddenFields values={{ intent: 'undo', visitId }} />
        <Button>{t('here.thatWasAMistake')}</Button>
      </Form>
    </>
  )
}
