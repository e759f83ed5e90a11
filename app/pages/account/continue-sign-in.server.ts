import { chosenSlotIn } from '#app/pages/trainers/chosen-slot.ts'
import { DomainError } from '#core/errors.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { becomeFirstAdmin } from '#domain/trainers/first-admin.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { firstAdminPath } from './sign-in-purpose.server.ts'

/**
 * Holds the slot that a person chose before they signed in or up, in the session that `response` begins. Returns the
 * path of its plans, or `from` without a chosen slot or when it cannot be held.
 */
export async function holdChosenSlot(
  from: string,
  response: Headers,
  address: string | null,
): Promise<string> {
  const chosen = chosenSlotIn(new URL(from, 'https://club.invalid'))
  if (chosen === null) return from
  return pathUnlessRefused(from, async () => {
    const { bookingId } = await holdSlot(await actorOf(response), chosen, address)
    return `/trainerBooked/${bookingId}`
  })
}

/**
 * Makes a new account the first admin if the one-time link led to signing up. Otherwise the same as `holdChosenSlot`.
 */
export async function continueSignUp(
  from: string,
  response: Headers,
  address: string | null,
): Promise<string> {
  const [, code] = firstAdminPath.exec(from) ?? []
  if (code === undefined) return holdChosenSlot(from, response, address)
  return pathUnlessRefused(from, async () => {
    await becomeFirstAdmin(await actorOf(response), code)
    return '/dashboard'
  })
}

/** Returns the path of the work, or `from` when the club refuses it. */
async function pathUnlessRefused(from: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError) return from
    throw error
  }
}

/** The person whose session the response begins. */
function actorOf(response: Headers) {
  const cookie = response
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return resolveActor(new Headers({ cookie }))
}
