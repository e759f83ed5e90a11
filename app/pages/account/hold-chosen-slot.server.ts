import { chosenSlotIn } from '#app/pages/trainers/chosen-slot.ts'
import { DomainError } from '#core/errors.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'

/**
 * Holds the slot that a person chose before they signed in or up, in the session that `response` begins. Returns the path of
 * its plans, or `from` without a chosen slot or when it cannot be held.
 */
export async function holdChosenSlot(
  from: string,
  response: Headers,
  address: string | null,
): Promise<string> {
  const chosen = chosenSlotIn(new URL(from, 'https://club.invalid'))
  if (chosen === null) return from
  const cookie = response
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  try {
    const { bookingId } = await holdSlot(await resolveActor(new Headers({ cookie })), chosen, address)
    return `/trainerBooked/${bookingId}`
  } catch (error) {
    if (error instanceof DomainError) return from
    throw error
  }
}
