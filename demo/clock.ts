import { sql } from 'kysely'
import { db } from '#db/client.ts'

/**
 * The demo's clock. The club's rules read the time from the database, and on this process's one connection the
 * database returns the time set here. Other connections are unaffected.
 */
export async function setClock(moment: Date | null): Promise<void> {
  await sql`select set_config('club.now', ${moment?.toISOString() ?? ''}, false)`.execute(db)
}

const minute = 60_000
const day = 24 * 60 * minute

/** The time `days` (and minutes) before the demo is loaded. */
export function daysBefore(now: Date, days: number, minutes = 0): Date {
  return new Date(now.getTime() - days * day - minutes * minute)
}

export const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * minute)
