import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { clubZone, db, type Queryable } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { pictureOf } from '#domain/pictures/own-pictures.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { settings } from '#platform/env.ts'
import { singleton } from '#platform/running.ts'
import { firstWords } from '#words/first-words.ts'
import { writeAs } from '#words/written.ts'
import { unsaid, type ClubFacts, type ClubWords } from './club.rules.ts'
import { openingCodes, openingSentence } from './opening.rules.ts'

const demo = singleton<boolean>('demo')

/** Tells this process whether it runs the demo club; called once, at its start. */
export function setDemoClub(isDemo: boolean): void {
  demo.set(isDemo)
}

/** Whether this process runs the demo club. */
export const isDemoClub = (): boolean => demo.get() ?? false

/** What somebody said of the club. */
export type Voice = {
  id: string
  name: string
  /** Who they are to the club; '' when they did not say. */
  who: string
  words: string
  picture: Picture
  /** The day on which they agreed that it is shown, such as `2026-10-04`. */
  consent: string
}

/** Within a transaction that transaction, which may be the only connection there is. */
type Club = Awaited<ReturnType<typeof queryClub>>

const latest = singleton<{ club: Club; readAt: number }>('club')
const keptMilliseconds = 1000

/** What everybody may know of this club, at most a second old. What the environment sets stands over the rest. */
export async function clubFacts(reader: Queryable = db): Promise<ClubFacts> {
  const {
    name,
    company,
    address,
    telephone,
    email,
    openSince,
    timeZone,
    year,
    openDays: days,
    currency,
    language,
  } = await readClub(reader)
  return {
    name: settings.clubName ?? name ?? unsaid.name,
    demo: isDemoClub(),
    timeZone,
    currency,
    language,
    publicUrl: settings.publicUrl,
    year,
    company,
    address,
    telephone,
    email,
    openSince,
    opening: openingSentence(days),
    openingCodes: openingCodes(days),
  }
}

/** What the club says of itself in its own words, at most a second old. */
export async function clubWords(): Promise<ClubWords & { voices: Voice[] }> {
  const { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, voices } =
    await readClub(db)
  return { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, voices }
}

/** Lets this process read the club anew at once; others do within a second. */
export function forgetClub(): void {
  const last = latest.get()
  if (last) latest.set({ ...last, readAt: -Infinity })
}

/** While the database is away, what was read last. */
async function readClub(reader: Queryable): Promise<Club> {
  const last = latest.get()
  const readAt = performance.now()
  if (last && readAt - last.readAt < keptMilliseconds) return last.club
  try {
    const club = await queryClub(reader)
    writeAs(club)
    return latest.set({ club, readAt }).club
  } catch (error) {
    if (last && isUnavailable(error)) return last.club
    throw error
  }
}

async function queryClub(reader: Queryable) {
  const { headlines, taglines, points, serviceNames, serviceLines, ...club } = await reader
    .selectFrom('club')
    .select(['name', 'company', 'address', 'telephone', 'email', 'openSince', 'timeZone'])
    .select(['currency', 'language'])
    .select(['headlines', 'taglines', 'points', 'serviceNames', 'serviceLines', 'atTheDoor', 'about'])
    .select([
      sql<number>`extract(year from club_now() at time zone ${clubZone})::integer`.as('year'),
      openDays().as('openDays'),
      voices().as('voices'),
    ])
    .executeTakeFirstOrThrow()
  return { ...club, ...chosenWords({ headlines, taglines, points, serviceNames, serviceLines }) }
}

/** The club's own lines, or those that every club begins with. */
export const chosenWords = (stored: Record<keyof typeof firstWords, string[] | null>): typeof firstWords => ({
  headlines: stored.headlines ?? firstWords.headlines,
  taglines: stored.taglines ?? firstWords.taglines,
  points: stored.points ?? firstWords.points,
  serviceNames: stored.serviceNames ?? firstWords.serviceNames,
  serviceLines: stored.serviceLines ?? firstWords.serviceLines,
})

const openDays = () =>
  jsonArrayFrom(
    db
      .selectFrom('openingHours')
      .select([
        'weekday',
        sql<string>`to_char(opens, 'HH24:MI')`.as('opens'),
        sql<string>`to_char(closes, 'HH24:MI')`.as('closes'),
      ])
      .orderBy(sql`position(weekday in 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday')`),
  )

const voices = () =>
  jsonArrayFrom(
    db
      .selectFrom('voices')
      .innerJoin('images', 'images.id', 'voices.imageId')
      .select(['voices.id', 'name', 'who', 'words', pictureOf('images').as('picture')])
      .select(sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'))
      .orderBy('voices.createdAt')
      .orderBy('voices.id'),
  )
