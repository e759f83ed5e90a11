import { sql } from 'kysely'
import { closeDatabase, db, openDatabase } from '#db/client.ts'
import { setDemoClub } from '#domain/club/club.server.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { openCards } from '#platform/cards/cards.ts'
import { settings } from '#platform/settings/env.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { lightCost } from '#sign-in/passwords/hashing.server.ts'
import { seedBookings } from './bookings.ts'
import { setClock } from './clock.ts'
import { seedClubSettings } from './club-settings.ts'
import { seedSubscribers, seedGallery, seedClasses, seedPosts } from './community.ts'
import { returningPerson } from './identity/people.ts'
import { seedOffers } from './offers.ts'
import { openDemoPictures } from './read-pictures.ts'
import {
  clearSessions,
  submitApplication,
  signUpPeople,
  signUpByGoogle,
  type DemoPeople,
} from './sign-ups.ts'
import { seedTimetable } from './timetable.ts'
import { seedTranslations } from './translations.ts'

type SeedOptions = { databaseUrl: string; authSecret: string; say: (line: string) => void }

/**
 * Loads the demo club into an empty database, through the club's own operations with a clock of its own: the
 * same people, hours, classes, posts and payments each time, dated back from today. Deletes the data of an
 * interrupted load first. Opens and closes this process's database.
 */
export async function seedDemo({ databaseUrl, authSecret, say }: SeedOptions): Promise<void> {
  // one connection, because the clock is set on it
  openDatabase(databaseUrl, { connections: 1, connectionTimeoutMs: 30_000 })
  try {
    say('Loading the demo club...')
    setDemoClub(true)
    openCards({ demo: true, authSecret, keys: {} })
    startAuth({ secret: authSecret, publicUrl: settings.publicUrl, passwordCost: lightCost })
    await openClubJobs()
    await clearTables()
    const pictures = await openDemoPictures()
    const now = await readNow()
    const company = await signUpPeople(now, pictures)
    await seedClubSettings(now, company)
    await seedClasses(now, company, pictures)
    await seedGallery(now, company, pictures)
    await seedPosts(now, company, pictures)
    await seedSubscribers(now)
    await seedBookings(now, company)
    await seedOffers(now, company)
    await seedTranslations()
    await submitApplication(now, company)
    await signUpByGoogle(returningPerson)
    await finishSeeding(company)
  } finally {
    await closeJobs()
    await closeDatabase()
  }
}

async function clearTables(): Promise<void> {
  const { tables } = await sql<{ tables: string }>`
    select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'
      and tablename not in ('club', 'plans', 'policies', 'processor_checks')`
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

async function finishSeeding(company: DemoPeople): Promise<void> {
  await setClock(null)
  await seedTimetable(company)
  await clearSessions()
  await db
    .updateTable('club')
    .set({ demoLoadedAt: sql`now()` })
    .execute()
}
