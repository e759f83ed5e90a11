/** Why members cancel, in the order of the question. */
export const leavingReasons = ['moved', 'time', 'price', 'offer', 'elsewhere', 'other'] as const
export type LeavingReason = (typeof leavingReasons)[number]
