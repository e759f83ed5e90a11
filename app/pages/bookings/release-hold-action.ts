import { redirect } from 'react-router'
import { DomainError } from '#core/errors.ts'
import { releaseHoldAsAdmin, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { redirectWithToast, type Flash } from '#app/frame/toast-cookie.server.ts'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import type { Route } from './+types/release-hold-action.ts'
import { can } from '#domain/permissions.ts'

// an id may be anything that somebody typed
const pageOf = (id: string) => `/dashboard/payment/${encodeURIComponent(id)}`

/**
 * Gives a held hour back; its own page then says where the booking stands. Admins end anybody's hold, and stay where
 * they see it: on the page of its person when the form says so, otherwise where they see all of them.
 */
export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const isAdmin = actor.kind === 'person' && can(actor, 'bookings.forMembers')
  const text = isAdmin ? 'The hour is free again.' : 'You let the hour go.'
  const said = await (isAdmin ? releaseHoldAsAdmin : releaseHold)(actor, params.id).then(
    () => ({ text }),
    failureToast,
  )
  if (!isAdmin) return redirectWithToast(pageOf(params.id), said)
  const person = (await readForm()).fields.get('person')
  return redirectWithToast(person ? `/dashboard/members/${encodeURIComponent(person)}` : '/dashboard', said)
})

/** Paid just then, or nobody can tell at the moment: the booking's page shows which. */
function failureToast(error: unknown): Flash {
  if (error instanceof DomainError && ['conflict', 'unavailable'].includes(error.code))
    return { text: error.message, bad: true }
  throw error
}

export const loader = ({ params }: Route.LoaderArgs) => redirect(pageOf(params.id))
