import type { BookingState, PlanName } from '#db/tables.ts'

export type { BookingState, PlanName }

/** Length of a hold, which starts again whenever a plan is chosen. */
export const holdMinutes = 15
/** Maximum length of an unpaid hold, counted from its creation. */
export const maxHoldMinutes = 60
/** Length of a hold for payment at the desk, counted from its creation. */
export const deskHoldHours = 48
/** Days before a member may hold the same slot for the desk again after not paying for it. */
export const deskPauseDays = 30
/** Maximum number of unpaid bookings per person. */
export const maxHolds = 3

/** Maximum number of simultaneous holds per network by accounts that have never paid. */
export const maxHoldsPerNetwork = 9

/** Unpaid holds of the same slot within 24 hours that one person may make before a pause applies. */
export const repeatHoldsBeforePause = 2

/** Length of that pause, counted from the end of the last hold. */
export const repeatHoldPauseMinutes = 30
