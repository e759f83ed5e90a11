import type { Role } from '#db/tables.ts'
import { DomainError } from '#core/errors.ts'
import type { Portrait } from './pictures/pictures.rules.ts'

/** Somebody who is signed in. The role is the one in the database when the request came in. */
export type Person = {
  kind: 'person'
  id: string
  sessionId: string
  name: string
  email: string
  role: Role
  portrait: Portrait | null
}
export type Visitor = { kind: 'visitor' }

/** Who asks for an operation: the explicit first argument of every one that is not open to all. */
export type Actor = Visitor | Person

export const visitor: Visitor = { kind: 'visitor' }

/** The person behind the actor, whatever their role; throws `unauthenticated` for a visitor. */
export function requirePerson(actor: Actor): Person {
  if (actor.kind === 'person') return actor
  throw new DomainError('unauthenticated', 'Please sign in first.')
}

/** The person, if their role is one of these; throws `unauthenticated` or `forbidden` otherwise. */
export function requireRole(actor: Actor, ...roles: Role[]): Person {
  const person = requirePerson(actor)
  if (roles.includes(person.role)) return person
  throw wrongRole()
}

export const wrongRole = () => new DomainError('forbidden', 'This is not open to your role.')
