import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { clubZone, db, type Queryable } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { pictureJson } from '#domain/pictures/picture-queries.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { settings } from '#platform/settings/env.ts'
import { singleton } from '#core/singleton.ts'
import { defaultCopy } from '#copy/default-copy.ts'
import { setLocale } from '#format/locale.ts'
import { defaultClubFacts, type ClubFacts, type ClubCopy } from './club.rules.ts'
import { schemaOrgOpeningHours, formatOpeningHours } from './opening-hours.rules.ts'

const demoFlag = singleton<boolean>('demo')

/** Tells this process whether it runs the demo club; called once, at its start. */
export function setDemoClub(isDemo: boolean): void {
  demoFlag.set(isDemo)
}

/** Whether this process runs the demo club. */
export const isDemoClub = (): boolean => demoFlag.get() ?? false

/** What somebody said of the club. */
export type Testimonial = {
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

const cachedClub = singleton<{ club: Club; readAt: number }>('club')
const cacheMilliseconds = 1000

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
    name: settings.clubName ?? name ?? defaultClubFacts.name,
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
    opening: formatOpeningHours(days),
    openingCodes: schemaOrgOpeningHours(days),
  }
}

/** What the club says of itself in its own words, at most a second old. */
export async function readClubCopy(): Promise<ClubCopy & { testimonials: Testimonial[] }> {
  const { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, testimonials } =
    await readClub(db)
  return { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, testimonials }
}

/** Lets this process read the club anew at once; others do within a second. */
export function evictClub(): void {
  const last = cachedClub.get()
  if (last) cachedClub.set({ ...last, readAt: -Infinity })
}

/** While the database is away, what was read last. */
async function readClub(reader: Queryable): Promise<Club> {
  const last = cachedClub.get()
  const readAt = performance.now()
  if (last && readAt - last.readAt < cacheMilliseconds) return last.club
  try {
    const club = await queryClub(reader)
    setLocale(club)
    return cachedClub.set({ club, readAt }).club
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
      selectOpenDays().as('openDays'),
      selectTestimonials().as('testimonials'),
    ])
    .executeTakeFirstOrThrow()
  return { ...club, ...withDefaultCopy({ headlines, taglines, points, serviceNames, serviceLines }) }
}

/** The club's own lines, or those that every club begins with. */
export const withDefaultCopy = (
  stored: Record<keyof typeof defaultCopy, string[] | null>,
): typeof defaultCopy => ({
  headlines: stored.headlines ?? defaultCopy.headlines,
  taglines: stored.taglines ?? defaultCopy.taglines,
  points: stored.points ?? defaultCopy.points,
  serviceNames: stored.serviceNames ?? defaultCopy.serviceNames,
  serviceLines: stored.serviceLines ?? defaultCopy.serviceLines,
})

const selectOpenDays = () =>
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

const selectTestimonials = () =>
  jsonArrayFrom(
    db
      .selectFrom('testimonials')
      .innerJoin('images', 'images.id', 'testimonials.imageId')
      .select(['testimonials.id', 'name', 'who', 'words', pictureJson('images').as('picture')])
      .select(sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'))
      .orderBy('testimonials.createdAt')
      .orderBy('testimonials.id'),
  )
