import type { Contract } from '#api/contract.ts'
import { calendarCalls } from './calendar.ts'
import { closingCalls } from './hour-closing.ts'
import { coverCalls } from './covers.ts'
import { daysOffCalls } from './days-off.ts'
import { hourCalls } from './hours.ts'
import { lessonListCalls } from './lesson-list.ts'
import { lessonCalls } from './lessons.ts'
import { makeUpCalls } from './make-ups.ts'
import { offeredHourCalls } from './offered-hours.ts'
import { owedCalls } from './owed-make-ups.ts'

/** The contract of lessons under /api/v1. */
export const weekContract: Contract = {
  calls: [
    ...lessonCalls,
    ...lessonListCalls,
    ...makeUpCalls,
    ...owedCalls,
    ...offeredHourCalls,
    ...hourCalls,
    ...closingCalls,
    ...coverCalls,
    ...daysOffCalls,
    ...calendarCalls,
  ],
  title: 'API v1',
  introduction: `The dates of hours that were sold, and what becomes of them. Days are YYYY-MM-DD and hours 0 to 23 by the clock on the club’s wall; moments are ISO 8601 in UTC; money is in cents. Answers may gain fields, never lose them. What is sent again because its answer got lost happens once: it changes nothing more, or is refused with 409, or 404 for what is gone. Refusals are problem details (RFC 9457) with the sentence for people in \`message\`. Of several reasons to refuse, the first of these counts: 401, 403, 404, 422 (400, 408, 413 and 415 for a body that cannot be read), 409.`,
  referencePath: '/v1',
  presentFacts: ({ priceCents, bookingId, state }) => ({ priceCents, bookingId, state }),
}
