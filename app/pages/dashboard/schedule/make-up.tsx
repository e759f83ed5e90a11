import { LinkButton } from '#app/components/button.tsx'
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
import { DomainError } from '#core/errors.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { listDatesForMakeUp, redeemMakeUp } from '#domain/lessons/make-ups/make-ups.server.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { capitalize, endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/make-up.ts'
import { FreeHours, readChosenHour } from './free-hours.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('makeUp.chooseAnotherHour'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  try {
    return { offer: await listDatesForMakeUp(actor, params.id), refusal: '' }
  } catch (error) {
    // a used or expired make-up shows its refusal as a page
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error
    return { offer: null, refusal: error.message }
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { day, startHour } = await redeemMakeUp(actor, params.id, readChosenHour(fields))
  const text = t('makeUp.yours', { day: formatDay(day), startHour: formatHour(startHour) })
  return redirectWithToast('/dashboard/week', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function MakeUpPage({ loaderData: { offer, refusal }, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  if (offer === null)
    return (
      <>
        <h1>{t('makeUp.chooseAnotherHour')}</h1>
        <p className="lead above-5">{refusal}</p>
        <div className="button-row above-5">
          <LinkButton to="/dashboard/week">{t('makeUp.seeYourDates')}</LinkButton>
        </div>
      </>
    )
  const { makeUp, hours } = offer
  return (
    <>
      <h1>{t('makeUp.chooseAnotherHour')}</h1>
      <p className="subtitle">
        {t('makeUp.withUseItUntil', {
          describeMakeUpOrigin: capitalize(describeMakeUpOrigin(makeUp, formatFullDay)),
          trainerName: makeUp.trainerName,
          until: endSentence(formatDay(makeUp.until)),
        })}
      </p>
      {message && <FormError>{message}</FormError>}
      <FreeHours
        hours={hours}
        trainerName={makeUp.trainerName}
        buttonLabel={(hour) => t('makeUp.take', { hour })}
        back={<LinkButton to="/dashboard/week">{t('makeUp.cancel')}</LinkButton>}
        emptyAdvice={makeUp.isOwedByClub ? t('makeUp.neitherHasAnyOther') : t('makeUp.checkBackLater')}
      />
    </>
  )
}
