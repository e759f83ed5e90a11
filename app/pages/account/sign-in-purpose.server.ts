import { visitor } from '#domain/actor.ts'
import { DomainError } from '#core/errors.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { dashboardPageAt } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { chosenSlotIn } from '#app/pages/trainers/chosen-slot.ts'
import { formatHour } from '#format/hours.ts'

const purposes: [path: RegExp, purpose: string][] = [
  [/^\/(trainerBooked|dashboard\/payment)\//, 'to go on with your booking'],
  [/^\/beTrainer$/, 'to become a trainer'],
  [/^\/forums$/, 'to like or dislike what was written'],
  [/^\/myProfile$/, 'to see your profile'],
]

/** What somebody signs in for, to be read after 'Sign in', as the way back tells it; null when it tells nothing. */
export async function signInPurpose(from: string): Promise<string | null> {
  const address = new URL(from, 'https://club.invalid')
  const hour = chosenSlotIn(address)
  if (hour) return bookingOf(hour)
  const known = purposes.find(([path]) => path.test(address.pathname))
  if (known) return known[1]
  const page = /^\/dashboard(\/|$)/.test(address.pathname) && dashboardPageAt(address.pathname)
  return page ? `to see ${page.name}` : null
}

async function bookingOf({ trainerId, slotId }: NonNullable<ReturnType<typeof chosenSlotIn>>) {
  try {
    const { name, slots } = await getTrainer(visitor, trainerId)
    const slot = slots.find(({ id }) => id === slotId)
    return slot ? `to book ${formatHour(slot.startHour)} with ${name}` : null
  } catch (error) {
    // an address that somebody made up
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  }
}
