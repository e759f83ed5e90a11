import { sql } from 'kysely'

/** Minutes before the start, and after it, in which people are expected. */
const earliest = sql`interval '60 minutes'`
const latest = sql`interval '20 minutes'`

/** SQL predicate on `lessons`: people are expected now. */
export const isArrivalTime = sql<boolean>`starts_at between club_now() - ${latest} and club_now() + ${earliest}`

/** SQL predicate on `lessons`: it began so long ago that no one is expected any more. */
export const isLongOver = sql<boolean>`starts_at < club_now() - ${latest}`
