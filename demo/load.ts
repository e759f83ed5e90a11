import { sql } from 'kysely'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import { startAuth } from '#sign-in/auth.server.ts'
import { lightCost } from '#sign-in/passwords.server.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { openCards } from '#platform/cards/cards.ts'
import { settings } from '#platform/env.ts'
import { playBookings } from './bookings.ts'
import { introduceClub } from './club.ts'
import { setClock } from './clock.ts'
import { gatherSubscribers, hangGallery, openClasses, writePosts } from './community.ts'
import { drawEverything } from './drawings.ts'
import { returningPerson } from './identity/people.ts'
import { emptyTheHall, fileApplication, gatherPeople, joinByGoogle } from './join.ts'

type Ground = { databaseUrl: string; authSecret: string; say: (line: string) => void }

/**
 * Loads the demo club into an empty database, through the club's own operations with a clock of its own: the
 * same people, hours, classes, posts and money each time, dated back from today. A load that was cut off is
 * wiped and made anew. Opens and closes this process's database.
 */
export async function loadDemo({ databaseUrl, authSecret, say }: Ground): Promise<void> {
  // one connection, because the clock is set on it
  openDatabase(databaseUrl, { connections: 1, connectionTimeoutMs: 30_000 })
  try {
    say('Loading the demo club: drawing its people and posters...')
    setDemoClub(true)
    openCards({ demo: true, authSecret, keys: {} })
    startAuth({ secret: authSecret, publicUrl: settings.publicUrl, passwordCost: lightCost })
    await openClubJobs()
    await begin()
    const drawings = await drawEverything(say)
    const now = await readNow()
    const company = await gatherPeople(now, drawings)
    await introduceClub(now, company)
    await openClasses(now, company, drawings)
    await hangGallery(now, company, drawings)
    await writePosts(now, company, drawings)
    await gatherSubscribers(now)
    await playBookings(now, company)
    await fileApplication(now, company)
    await joinByGoogle(returningPerson)
    await finish()
  } finally {
    await closeJobs()
    await closeDatabase()
  }
}

async function begin(): Promise<void> {
  const { tables } = await sql<{ tables: string }>`
    select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
    where schemaname = 'public' and tablename not in ('club', 'plans', 'policies') and tablename not like 'kysely%'`
    .execute(db)
    .then(({ rows }) => rows[0] ?? { tables: 'users' })
  await sql`truncate ${sql.raw(tables)} cascade`.execute(db)
  await db
    .updateTable('club')
    .set({ demoBegunAt: sql`now()` })
    .execute()
}

async function readNow(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

async function finish(): Promise<void> {
  await setClock(null)
  await emptyTheHall()
  await db
    .updateTable('club')
    .set({ demoLoadedAt: sql`now()` })
    .execute()
}
