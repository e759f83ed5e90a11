import { createContext } from 'react-router'
import type { Actor } from '#domain/actor.ts'
import type { ClubFacts } from '#domain/club/club.rules.ts'

/** What the server tells every page about the request it answers. */
export type PageRequest = {
  id: string
  /** The sender's network address, for limits. */
  address: string
  /** Allows this response's inline scripts under its content security policy. */
  nonce: string
  /** Who asks; found once, when first needed. */
  actor: () => Promise<Actor>
  /** Whether the answer is made of a person who does not exist, to be kept for all of a role. */
  isPublic: boolean
  club: ClubFacts
  /** What the answer carries, whichever page it becomes; React Router drops headers of pages that fail. */
  headers: Headers
}

export const requestContext = createContext<PageRequest>()
