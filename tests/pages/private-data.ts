import type { Fixtures, PlaceholderValues } from './fixtures.ts'
import type { TestUser } from './role-matrix.ts'

/**
 * Returns the strings that a response to this person must not contain: emails of others, names of members and
 * applicants, and member A's bookings. Admins may see all, trainer A their members, members their trainer. Trainers
 * who can give an open lesson of another read its member's name, never the email. Emails
 * in trainers' profiles and the demo club's mailbox are public.
 */
export function privateDataHiddenFrom(
  cast: Fixtures,
  who: TestUser,
  path: string,
  names: PlaceholderValues,
): string[] {
  if (who === 'admin' || path.startsWith('/mailbox')) return []
  const { memberA, memberB, applied, trainerA, trainerB, admin } = cast.persons
  const bookings = ['held', 'paying', 'paid', 'ended', 'payment'].flatMap((name) => names.get(name) ?? [])
  const seesOpenCovers = who === 'trainerB' && /^\/dashboard(\/covers)?(\?|$)/.test(path)
  const isKnownTrainer = who === 'memberA' || path.startsWith(`/trainers/${cast.trainerA.trainerId}`)
  const secrets: Record<Exclude<TestUser, 'visitor'>, string[]> = {
    memberA:
      who === 'trainerA' ? [] : [memberA.email, ...(seesOpenCovers ? [] : [memberA.name]), ...bookings],
    memberB: [memberB.email, memberB.name],
    applied: [applied.email, applied.name],
    trainerA: isKnownTrainer ? [] : [trainerA.email],
    trainerB: [trainerB.email],
    admin: [admin.email],
  }
  return Object.entries(secrets)
    .flatMap(([owner, theirs]) => (owner === who ? [] : theirs))
    .filter((secret) => !path.includes(secret))
}
