import { can } from '#domain/permissions.ts'
import type { Fixtures, PlaceholderValues } from './fixtures.ts'
import { accessOfTestUser, type SignedInUser, type TestUser } from './role-matrix.ts'

/**
 * Returns the strings that a response to this person must not contain: emails of others, names of members and
 * applicants, and member A's bookings. The office may see all, trainer A their members, members their trainer. Trainers
 * who can give an open lesson of another read its member's name, never the email. Emails
 * in trainers' profiles and the demo club's mailbox are public.
 */
export function privateDataHiddenFrom(
  cast: Fixtures,
  who: TestUser,
  path: string,
  names: PlaceholderValues,
): string[] {
  if (can(accessOfTestUser[who], 'members.read') || path.startsWith('/mailbox')) return []
  const { memberA, trainerA, trainerB, admin } = cast.persons
  const bookings = ['held', 'paying', 'paid', 'ended', 'payment'].flatMap((name) => names.get(name) ?? [])
  const seesOpenCovers = who === 'trainerB' && /^\/dashboard(\/covers)?(\?|$)/.test(path)
  const isKnownTrainer = who === 'memberA' || path.startsWith(`/trainers/${cast.trainerA.trainerId}`)
  const secrets: Record<SignedInUser, string[]> = {
    ...namesAndEmails(cast),
    memberA:
      who === 'trainerA' ? [] : [memberA.email, ...(seesOpenCovers ? [] : [memberA.name]), ...bookings],
    trainerA: isKnownTrainer ? [] : [trainerA.email],
    trainerB: [trainerB.email],
    admin: [admin.email],
  }
  return Object.entries(secrets)
    .flatMap(([owner, theirs]) => (owner === who ? [] : theirs))
    .filter((secret) => !path.includes(secret))
}

const namesAndEmails = ({ persons }: Fixtures) =>
  Object.fromEntries(Object.entries(persons).map(([who, { name, email }]) => [who, [email, name]])) as Record<
    SignedInUser,
    string[]
  >
