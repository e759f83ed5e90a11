import { useId } from 'react'
import { LinkButton } from '#app/components/button.tsx'
import { RouteModal } from '#app/components/route-modal.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { listDatesToMoveTo, moveLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/move-lesson.ts'
import { FreeHours, readChosenHour } from './free-hours.tsx'
import { cancellationOutcome } from './lesson-wording.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('moveLesson.moveThisHour'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  listDatesToMoveTo(actor, params.id),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { day, startHour } = await moveLesson(actor, params.id, readChosenHour(fields))
  const text = t('moveLesson.movedTo', { day: formatDay(day), startHour: formatHour(startHour) })
  return redirectWithToast('/dashboard/week', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Dialog over the lesson's page: moves it to a free hour. */
export default function MoveLesson({ loaderData: { lesson, hours }, actionData }: Route.ComponentProps) {
  const heading = useId()
  const message = formMessage(problemOf(actionData))
  const { id, day, startHour, trainerName, outcome } = lesson
  const hour = `/dashboard/lesson/${id}`
  const back = (
    <LinkButton to={hour} replace preventScrollReset>
      {t('moveLesson.cancel')}
    </LinkButton>
  )
  return (
    <RouteModal closeTo={hour} labelledBy={heading} className="dialog wide">
      <h2 className="head" id={heading}>
        {t('moveLesson.moveThisHour')}
      </h2>
      {message && <FormError>{message}</FormError>}
      {outcome === 'make-up' ? (
        <FreeHours
          hours={hours}
          moved={{ day, startHour }}
          trainerName={trainerName}
          buttonLabel={(chosen) => t('moveLesson.moveTo', { chosen })}
          back={back}
          emptyAdvice={t('moveLesson.youCanGiveIt')}
        />
      ) : (
        <>
          <p>
            {t('moveLesson.itCantBeMoved')}
            {outcome !== null && cancellationOutcome(lesson)}
          </p>
          <div className="button-row">{back}</div>
        </>
      )}
    </RouteModal>
  )
}
