import type { ActivityKind } from '#db/tables.ts'

/** What an activity log can be filtered by, in the order it is offered. */
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

/** The kind of this name, or null for anything else. */
export function activityKind(text: unknown): ActivityKind | null {
  return activityKinds.find((kind) => kind === text) ?? null
}
