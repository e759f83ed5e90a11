import { createContext } from 'react-router'
import type { Actor } from '#domain/actor.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'

/** The context of a request, for loaders and actions. */
export type PageRequest = {
  id: string
  /** The sender's network address, for limits. */
  address: string
  /** Allows this response's inline scripts under its content security policy. */
  nonce: string
  /** The requester, resolved lazily and once. */
  actor: () => Promise<Actor>
  club: ClubFacts
  /** Response headers that also apply to error pages, for which React Router drops a loader's headers. */
  headers: Headers
}

export const requestContext = createContext<PageRequest>()
