import type { ActivityKind } from '#db/tables.ts'

/** Filters of the activity log, in display order. */
export const activityKinds = [
  'booking',
  'payment',
  'refund',
  'application',
  'class',
  'post',
  'click',
  'profile',
  'account',
  'sign-in',
] as const satisfies readonly ActivityKind[]

export function activityKind(text: unknown): ActivityKind | null {
  return activityKinds.find((kind) => kind === text) ?? null
}
