import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { redirectWithToast, type Flash } from '#app/frame/toast-cookie.server.ts'
import { DomainError } from '#core/errors.ts'
import { releaseHoldAsAdmin, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/release-hold-action.ts'

// the id in the URL may be anything
const pageOf = (id: string) => `/dashboard/payment/${encodeURIComponent(id)}`

/**
 * Releases a hold and redirects to the booking's page. Admins can release any hold and return to the page of its
 * member, if the form names one, or to the dashboard.
 */
export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const isAdmin = actor.kind === 'person' && can(actor, 'bookings.forMembers')
  const text = isAdmin ? t('releaseHoldAction.theHourIsFree') : t('releaseHoldAction.youLetTheHour')
  const result = await (isAdmin ? releaseHoldAsAdmin : releaseHold)(actor, params.id).then(
    () => ({ text }),
    failureToast,
  )
  if (!isAdmin) return redirectWithToast(pageOf(params.id), result)
  const person = (await readForm()).fields.get('person')
  return redirectWithToast(person ? `/dashboard/members/${encodeURIComponent(person)}` : '/dashboard', result)
})

/** Returns the toast for a booking that was paid meanwhile or whose state is unknown. */
function failureToast(error: unknown): Flash {
  if (error instanceof DomainError && ['conflict', 'unavailable'].includes(error.code))
    return { text: error.message, bad: true }
  throw error
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(pageOf(params.id))
