import { createContext } from 'react-router'
import type { Actor } from '#domain/actor.ts'
import type { ClubFacts } from '#domain/club.ts'

/** What the server tells every page about the request it answers. */
export type PageRequest = {
  id: string
  /** The sender's network address, for limits. */
  address: string
  /** Allows this response's inline scripts under its content security policy. */
  nonce: string
  /** Who asks; found once, when first needed. */
  actor: () => Promise<Actor>
  club: ClubFacts
}

export const requestContext = createContext<PageRequest>()
