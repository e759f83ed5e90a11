import type { Contract } from '#api/contract.ts'
import { signingAddress } from '#api/wire.ts'
import { bookingCalls } from './bookings.ts'
import { calendarCalls } from './calendar-address.ts'
import { codeCalls } from './codes.ts'
import { coverCalls } from './covers.ts'
import { daysOffCalls } from './days-off.ts'
import { importCalls } from './imports.ts'
import { lessonListCalls } from './lesson-list.ts'
import { lessonCalls } from './lessons.ts'
import { makeUpCalls } from './make-ups.ts'
import { membershipCalls } from './memberships.ts'
import { offeredSlotCalls } from './offered-slots.ts'
import { offerCalls } from './offers.ts'
import { orderCalls } from './orders.ts'
import { owedMakeUpCalls } from './owed-make-ups.ts'
import { profileCalls } from './profile.ts'
import { closingCalls } from './slot-closing.ts'
import { timetableCalls } from './timetable.ts'

/** The contract of lessons under /api/v1. */
export const weekContract: Contract = {
  calls: [
    ...lessonCalls,
    ...lessonListCalls,
    ...makeUpCalls,
    ...owedMakeUpCalls,
    ...offeredSlotCalls,
    ...timetableCalls,
    ...offerCalls,
    ...orderCalls,
    ...codeCalls,
    ...membershipCalls,
    ...bookingCalls,
    ...closingCalls,
    ...coverCalls,
    ...daysOffCalls,
    ...calendarCalls,
    ...profileCalls,
    ...importCalls,
  ],
  title: 'API v1',
  introduction: `Bookings, their lessons and make-ups, classes, orders and memberships, covers, days off, and imports of members. Days are YYYY-MM-DD and hours 0 to 23, both in the club’s time zone; times are ISO 8601 in UTC; money is in cents. Responses may gain fields, and never lose any. Requests can safely be repeated: the second one changes nothing, or is refused with 409, or 404 if the resource is gone. Refusals are problem details (RFC 9457) with a sentence for people in \`message\`. If several refusals apply, the first of this order counts: 401, 403, 404, 422 (400, 408, 413 and 415 for a body that cannot be read), 409.`,
  referencePath: '/v1',
  presentFacts: ({ priceCents, bookingId, state, waiverOf }) => ({
    priceCents,
    bookingId,
    state,
    signAt: signingAddress(waiverOf),
  }),
}
