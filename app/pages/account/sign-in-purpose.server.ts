import { visitor } from '#domain/actor.ts'
import { DomainError } from '#core/errors.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { dashboardPageAt } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { chosenSlotIn } from '#app/pages/trainers/chosen-slot.ts'
import { formatHour } from '#format/hours.ts'

const purposes: [path: RegExp, purpose: string][] = [
  [/^\/(trainerBooked|dashboard\/payment)\//, 'to continue your booking'],
  [/^\/beTrainer$/, 'to become a trainer'],
  [/^\/forums$/, 'to like or dislike posts'],
  [/^\/myProfile$/, 'to see your profile'],
]

/** Returns the purpose of signing in, to follow 'Sign in', by the return path; null for other paths. */
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
    // the id in the path may be anything
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  }
}
