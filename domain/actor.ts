import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import { can, type Access, type Permission } from './permissions.ts'
import type { Portrait } from './pictures/pictures.rules.ts'

/** A signed-in person. The access is the database's at the start of the request. */
export type Person = Access & {
  kind: 'person'
  id: string
  sessionId: string
  name: string
  email: string
  portrait: Portrait | null
  /** Guardian who acts for this person. The session and its email are the guardian's. */
  guardian?: { id: string; name: string }
}
export type Visitor = { kind: 'visitor' }

/** The first argument of every operation that is not public. */
export type Actor = Visitor | Person

export const visitor: Visitor = { kind: 'visitor' }

/** Returns the person behind the actor, in any role. Throws `unauthenticated` for a visitor. */
export function requirePerson(actor: Actor): Person {
  if (actor.kind === 'person') return actor
  throw new DomainError('unauthenticated', t('refusal.pleaseSignInFirst'))
}

/** Returns the person behind the actor. Throws `unauthenticated`, and `forbidden` for a guardian who acts for another. */
export function requireOwnAccount(actor: Actor): Person {
  const person = requirePerson(actor)
  if (person.guardian === undefined) return person
  throw new DomainError('forbidden', t('refusal.youActForThis', { name: person.name }))
}

/** Returns the buyer of an order by this person, and the guardian who orders for them. */
export const buyerOf = ({ id, guardian }: Person): { buyerId: string; guardianId: string | null } => ({
  buyerId: id,
  guardianId: guardian?.id ?? null,
})

/** Returns the person if they have the permission. Throws `unauthenticated` or `forbidden`. */
export function requirePermission(actor: Actor, permission: Permission): Person {
  const person = requirePerson(actor)
  if (can(person, permission)) return person
  throw wrongRole()
}

export const wrongRole = () => new DomainError('forbidden', t('refusal.yourRoleDoesntHave'))
