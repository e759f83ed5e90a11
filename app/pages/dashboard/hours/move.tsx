import { redirect } from 'react-router'
import { listHoursToMove, moveHour } from '#domain/lessons/giving-back.server.ts'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { formatDay } from '#words/days.ts'
import { formatHour } from '#words/format.ts'
import { FreeHours, readChosen } from './free-hours.tsx'
import { whatYouGet } from './outcome-words.ts'
import type { Route } from './+types/move.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Move this hour')

export const loader = load(async ({ actor, params }: Route.LoaderArgs & Caller) =>
  listHoursToMove(actor, params.id),
)

export const action = act(async ({ actor, params, readForm }: Route.ActionArgs & Sender) => {
  const { fields } = await readForm()
  const { day, startHour } = await moveHour(actor, params.id, readChosen(fields))
  const text = `Moved to ${formatDay(day)}, ${formatHour(startHour)}.`
  return redirect('/dashboard/week', { headers: { 'Set-Cookie': await leaveFlash({ text }) } })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export const shouldRevalidate = reloadAfterRefusal

export default function Move({ loaderData: { lesson, hours }, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  const { id, day, startHour, trainerName, outcome } = lesson
  return (
    <>
      <h1>Move this hour</h1>
      <p className="subtitle">With {trainerName}.</p>
      {message && <FormError>{message}</FormError>}
      {outcome === 'make-up' ? (
        <FreeHours
          hours={hours}
          today={lesson.today}
          instead={`${formatDay(day)}, ${formatHour(startHour)}`}
          trainerName={trainerName}
          does={(hour) => `Move to ${hour}`}
          backTo={`/dashboard/lesson/${id}`}
          isNone="Give it back and choose later."
        />
      ) : (
        <p className="above-5">It cannot be moved. {outcome !== null && whatYouGet(lesson)}</p>
      )}
    </>
  )
}
