import type { Fixtures, PlaceholderValues } from './fixtures.ts'
import type { TestUser } from './role-matrix.ts'

/**
 * What must stand nowhere in the answer of this address to this person: others' e-mail addresses, the names of
 * members and applicants, and member A's bookings. Admins see everybody, trainer A the members who train with
 * them, members their trainer, and everybody the address in a trainer's profile. The mailbox of a demo club on
 * one machine is everybody's.
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
  const isKnownTrainer = who === 'memberA' || path.startsWith(`/trainers/${cast.trainerA.trainerId}`)
  const secrets: Record<Exclude<TestUser, 'visitor'>, string[]> = {
    memberA: who === 'trainerA' ? [] : [memberA.email, memberA.name, ...bookings],
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
