import { conflictAt } from '#core/errors.ts'
import type { Queryable } from '#db/client.ts'
import { t } from '#messages/t.ts'
import { readOpeningSpans } from './club.server.ts'
import { outsideHoursNote, type OfferedHours } from './opening-hours.rules.ts'

/** Returns `This hour is outside the opening hours, 06:00 to 22:00.`; null for an hour within them. Public. */
export const readOutsideHoursNote = async (hour: {
  weekdays: readonly string[]
  startHour: number
}): Promise<string | null> =>
  outsideHoursNote(await readOpeningSpans(), { weekdays: hour.weekdays, startHours: [hour.startHour] })

type Offer = {
  /** The form field of the hours. */
  field: string
  hours: OfferedHours
  /** The hours before the change. */
  before?: OfferedHours
  isAccepted: boolean
}

/**
 * Throws `conflict` with the fact `question` when a change offers further hours outside the opening hours, unless the
 * sender accepts that.
 */
export async function requireOutsideHoursAccepted(
  from: Queryable,
  { field, hours, before, isAccepted }: Offer,
): Promise<void> {
  if (isAccepted) return
  const note = outsideHoursNote(await readOpeningSpans(from), hours, before)
  if (note !== null)
    throw conflictAt(field, t('refusal.offerItAnyway', { note }), { question: outsideHoursQuestion })
}

const outsideHoursQuestion = 'outside hours'
