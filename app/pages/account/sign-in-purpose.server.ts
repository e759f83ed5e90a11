import { dashboardPageAt } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { chosenSlotIn } from '#app/pages/trainers/chosen-slot.ts'
import { DomainError } from '#core/errors.ts'
import { visitor } from '#domain/actor.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { formatWeeklyHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

const purposes = (): [path: RegExp, purpose: string][] => [
  [/^\/(trainerBooked|dashboard\/payment)\//, t('signInPurpose.booking')],
  [/^\/beTrainer$/, t('signInPurpose.trainer')],
  [/^\/forums$/, t('signInPurpose.posts')],
  [/^\/myProfile$/, t('signInPurpose.profile')],
]

/** The hour that was chosen before signing in: `07:00 with Mira Okafor, Mon to Fri`. */
export type ChosenHour = { title: string; portrait: Portrait | null }

/** The path of the first admin's one-time link, with its code. */
export const firstAdminPath = /^\/firstAdmin\/([\w-]+)$/

/** The purpose of signing in: a chosen hour, a text to follow 'Sign in', or a sentence of its own. */
export type Purpose = { hour: ChosenHour } | { text: string } | { sentence: string }

/** Returns the purpose of signing in, by the return path; null for other paths. */
export async function signInPurpose(from: string): Promise<Purpose | null> {
  const address = new URL(from, 'https://club.invalid')
  const chosen = chosenSlotIn(address)
  if (chosen) {
    const hour = await findHour(chosen)
    return hour && { hour }
  }
  if (firstAdminPath.test(address.pathname)) return { sentence: t('signInPurpose.firstAdmin') }
  const known = purposes().find(([path]) => path.test(address.pathname))
  if (known) return { text: known[1] }
  const page = /^\/dashboard(\/|$)/.test(address.pathname) && dashboardPageAt(address.pathname)
  return page ? { text: t('signInPurpose.toSee', { name: page.name() }) } : null
}

async function findHour({
  trainerId,
  slotId,
}: NonNullable<ReturnType<typeof chosenSlotIn>>): Promise<ChosenHour | null> {
  try {
    const { name, portrait, slots, weekdays } = await getTrainer(visitor, trainerId)
    const slot = slots.find(({ id }) => id === slotId)
    if (!slot) return null
    const title = formatWeeklyHour({ startHour: slot.startHour, trainerName: name, weekdays })
    return { title, portrait }
  } catch (error) {
    // the id in the path may be anything
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  }
}
