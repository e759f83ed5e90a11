import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { defaultCopy } from '#copy/default-copy.ts'
import { conflict } from '#core/errors.ts'
import { singleton } from '#core/singleton.ts'
import { clubZone, db, type Queryable } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { pictureJson } from '#domain/pictures/picture-queries.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { formatLongDate } from '#format/date-time.ts'
import { setLocale } from '#format/locale.ts'
import { languageOf, type Language } from '#messages/languages.ts'
import { requestLanguage, t } from '#messages/t.ts'
import { settings } from '#platform/settings/env.ts'
import { formatClosures } from './closures.rules.ts'
import {
  defaultClubFacts,
  isOpenOn,
  type ClubClosure,
  type ClubCopy,
  type ClubFacts,
} from './club-facts.rules.ts'
import type { ClubPictures } from './club-pictures.rules.ts'
import { schemaOrgOpeningHours, formatOpeningHours, type OpeningSpan } from './opening-hours.rules.ts'

const demoFlag = singleton<boolean>('demo')

/** Sets whether this process runs the demo club. Called once, at start-up. */
export function setDemoClub(isDemo: boolean): void {
  demoFlag.set(isDemo)
}

export const isDemoClub = (): boolean => demoFlag.get() ?? false

export type Testimonial = {
  id: string
  name: string
  /** Relation to the club, such as `Member since 2019`; '' if not given. */
  who: string
  words: string
  picture: Picture
  /** The day of consent to publication, such as `2026-10-04`. */
  consent: string
}

type Club = Awaited<ReturnType<typeof queryClub>>

const cachedClub = singleton<{ club: Club; readAt: number }>('club')
const cacheMilliseconds = 1000

/**
 * Returns the public facts of the club, cached for at most one second. Environment variables take
 * precedence.
 */
export async function clubFacts(reader: Queryable = db): Promise<ClubFacts> {
  const {
    name,
    company,
    address,
    telephone,
    email,
    openSince,
    opensOn,
    timeZone,
    year,
    openingSpans,
    closures,
    pictures,
    currency,
    language,
    otherLanguages,
  } = await readClub(reader)
  return {
    name: settings.clubName ?? name ?? defaultClubFacts.name,
    demo: isDemoClub(),
    timeZone,
    currency,
    language: localeOf({ currency, language }).language,
    languages: languagesOf({ language, otherLanguages }),
    publicUrl: settings.publicUrl,
    year,
    company,
    address,
    telephone,
    email,
    openSince,
    opensOn,
    opening: formatOpeningHours(openingSpans),
    openingSpecification: schemaOrgOpeningHours(openingSpans),
    closures,
    closed: formatClosures(closures),
    pictures,
  }
}

/** Returns the club's own texts as they were entered, cached for at most one second. */
export async function readOriginalCopy(): Promise<ClubCopy & { testimonials: Testimonial[] }> {
  const { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, testimonials } =
    await readClub(db)
  return { headlines, taglines, points, serviceNames, serviceLines, atTheDoor, about, testimonials }
}

/** As `readOriginalCopy`, in the language of the request where it is translated. What people said stays as it is. */
export async function readClubCopy(): Promise<ClubCopy & { testimonials: Testimonial[] }> {
  const [own, copy] = await Promise.all([readOwnWords(), readOriginalCopy()])
  return {
    headlines: copy.headlines.map(own),
    taglines: copy.taglines.map(own),
    points: copy.points.map(own),
    serviceNames: copy.serviceNames.map(own),
    serviceLines: copy.serviceLines.map(own),
    atTheDoor: own(copy.atTheDoor),
    about: own(copy.about),
    testimonials: copy.testimonials,
  }
}

/**
 * Returns a function that gives a text of the club in the language of the request, or the text itself where it has no
 * translation. Cached for at most one second.
 */
export async function readOwnWords(): Promise<(text: string) => string> {
  const { translations, language } = await readClub(db)
  const requested = requestLanguage()
  const words =
    requested === null || requested === defaultLanguageOf(language) ? undefined : translations[requested]
  return (text) => (words !== undefined && Object.hasOwn(words, text) ? words[text]! : text)
}

/** Returns the opening spans, by weekday and time, cached for at most one second. */
export async function readOpeningSpans(reader: Queryable = db): Promise<OpeningSpan[]> {
  return (await readClub(reader)).openingSpans
}

/** Gives rows with a title of the club's own that title in the language of the request. */
export async function translateTitles<Row extends { title: string }>(rows: readonly Row[]): Promise<Row[]> {
  const own = await readOwnWords()
  return rows.map((row) => ({ ...row, title: own(row.title) }))
}

/** Evicts the club from this process's cache. Other processes see a change within a second. */
export function evictClub(): void {
  const last = cachedClub.get()
  if (last) cachedClub.set({ ...last, readAt: -Infinity })
}

/** Returns the last known value if the database is unavailable. */
async function readClub(reader: Queryable): Promise<Club> {
  const last = cachedClub.get()
  const readAt = performance.now()
  if (last && readAt - last.readAt < cacheMilliseconds) return last.club
  try {
    const club = await queryClub(reader)
    setLocale(localeOf(club))
    return cachedClub.set({ club, readAt }).club
  } catch (error) {
    if (last && isUnavailable(error)) return last.club
    throw error
  }
}

const defaultLanguageOf = (language: string): Language => languageOf(language) ?? 'en'

const languagesOf = ({ language, otherLanguages }: Pick<Club, 'language' | 'otherLanguages'>): Language[] => {
  const others = otherLanguages.map(languageOf).filter((each) => each !== null)
  return [...new Set([defaultLanguageOf(language), ...others])]
}

/** Returns the languages last read, the club's own first, without a query; English before the first one. */
export const offeredLanguages = (): Language[] => {
  const last = cachedClub.get()
  return last ? languagesOf(last.club) : ['en']
}

/** Dates follow the request's language, in the club's own variant of it if there is one, such as `en-GB`. */
const localeOf = ({ currency, language }: Pick<Club, 'currency' | 'language'>) => ({
  currency,
  get language() {
    const requested = requestLanguage()
    return requested === null || requested === defaultLanguageOf(language) ? language : requested
  },
})

async function queryClub(reader: Queryable) {
  const { headlines, taglines, points, serviceNames, serviceLines, ...club } = await reader
    .selectFrom('club')
    .select(['name', 'company', 'address', 'telephone', 'email', 'openSince', 'timeZone'])
    .select(['currency', 'language', 'otherLanguages'])
    .select(
      sql<
        string | null
      >`case when opens_on = 'infinity' then 'soon' when opens_on > club_today() then to_char(opens_on, 'YYYY-MM-DD') end`.as(
        'opensOn',
      ),
    )
    .select(['headlines', 'taglines', 'points', 'serviceNames', 'serviceLines', 'atTheDoor', 'about'])
    .select([
      sql<number>`extract(year from club_now() at time zone ${clubZone})::integer`.as('year'),
      selectOpeningSpans().as('openingSpans'),
      selectNextClosures().$asScalar().as('closures'),
      selectTestimonials().as('testimonials'),
      selectPictures().$asScalar().as('pictures'),
      selectTranslations.as('translations'),
    ])
    .executeTakeFirstOrThrow()
  return { ...club, ...withDefaultCopy({ headlines, taglines, points, serviceNames, serviceLines }) }
}

/** Throws `conflict` while the club has not opened, except for a day on which it will have. */
export async function requireOpenClub(day?: Day, reader: Queryable = db): Promise<void> {
  const { opensOn } = await clubFacts(reader)
  if (opensOn === null || (day !== undefined && isOpenOn(day, opensOn))) return
  throw conflict(
    opensOn === 'soon'
      ? t('refusal.weOpenSoonHours')
      : t('refusal.weOpenOnHours', { day: formatLongDate(opensOn, 'UTC') }),
  )
}

/** Returns the club's own lines, or the default copy where there are none. */
export const withDefaultCopy = (
  stored: Record<keyof typeof defaultCopy, string[] | null>,
): typeof defaultCopy => ({
  headlines: stored.headlines ?? defaultCopy.headlines,
  taglines: stored.taglines ?? defaultCopy.taglines,
  points: stored.points ?? defaultCopy.points,
  serviceNames: stored.serviceNames ?? defaultCopy.serviceNames,
  serviceLines: stored.serviceLines ?? defaultCopy.serviceLines,
})

const selectOpeningSpans = () =>
  jsonArrayFrom(
    db
      .selectFrom('openingHours')
      .select([
        'weekday',
        sql<string>`to_char(opens, 'HH24:MI')`.as('opens'),
        sql<string>`to_char(closes, 'HH24:MI')`.as('closes'),
      ])
      .orderBy(sql`position(weekday in 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday')`)
      .orderBy('opens'),
  )

/** Days on which closures are announced ahead. */
const announcedDays = 14

const selectNextClosures = () =>
  db
    .selectFrom('closures')
    .select(
      sql<ClubClosure[]>`coalesce(
        json_agg(json_build_object('fromDay', from_day, 'untilDay', until_day, 'reason', reason) order by from_day),
        '[]')`.as('closures'),
    )
    .where(sql<boolean>`until_day >= club_today() and from_day <= club_today() + ${announcedDays}::integer`)

const selectPictures = () =>
  db
    .selectFrom('clubPictures')
    .leftJoin('images', 'images.id', 'clubPictures.imageId')
    .select(
      sql<ClubPictures>`coalesce(
        json_object_agg(place, json_build_object('picture', case when image_id is not null then
          ${pictureJson('images')} end, 'drawing', drawing, 'altText', alt_text)),
        '{}')`.as('pictures'),
    )

/** Words by language and text. */
const selectTranslations = sql<Partial<Record<string, Record<string, string>>>>`(
  select coalesce(json_object_agg(language, texts), '{}') from
    (select language, json_object_agg(source, words) as texts from translations group by language) by_language)`

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
