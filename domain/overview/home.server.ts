import { CamelCasePlugin, sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { selectClassCards, type ClassCard } from '#domain/classes/classes.server.ts'
import { translateTitles } from '#domain/club/club.server.ts'
import { toPost, selectPosts, type Post } from '#domain/forum/posts.server.ts'
import { nextClassesJson, type NextClass } from '#domain/lessons/classes/next-times.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import { trainersAtWork, type Trainer } from '#domain/trainers/trainers.server.ts'
import { logError } from '#platform/observability/log.ts'

/** A section of the home page, or its failure. */
export type HomeSection<Content> = { state: 'ready'; content: Content } | { state: 'failed' }

export type TrainerCard = Pick<Trainer, 'id' | 'name' | 'yearsOfExperience' | 'portrait'>

export type HomeStats = {
  trainers: number
  classes: number
  /** Lowest monthly price of a slot, in cents; null if there is none. */
  lowestPriceCents: number | null
}

export type Home = {
  nextClasses: HomeSection<NextClass[]>
  classes: HomeSection<ClassCard[]>
  posts: HomeSection<Post[]>
  trainers: HomeSection<TrainerCard[]>
  stats: HomeSection<HomeStats>
}

const classes = () => jsonArrayFrom(selectClassCards().limit(8))
const posts = () => jsonArrayFrom(selectPosts().limit(4))
const trainers = () =>
  jsonArrayFrom(
    trainersAtWork()
      .select([
        'trainers.id',
        'trainers.name',
        'trainers.yearsOfExperience',
        portraitJson('images', 'users').as('portrait'),
      ])
      .orderBy('trainers.joinedAt')
      .orderBy('trainers.id')
      .limit(4),
  )
const stats = () => sql<HomeStats>`(
  select json_build_object(
    'trainers', (select count(*) from trainers where retired_at is null),
    'classes', (select count(*) from classes join trainers on trainers.id = classes.trainer_id
      where retired_at is null),
    'lowest_price_cents', (select price_cents from slots join trainers on trainers.id = slots.trainer_id
      where removed_at is null and retired_at is null order by price_cents limit 1)))`

type HomeRows = {
  classes: (Omit<ClassCard, 'createdAt'> & { createdAt: string })[]
  posts: Parameters<typeof toPost>[0][]
}
const toClassCards = (rows: HomeRows['classes']): ClassCard[] =>
  rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
const toPosts = (rows: HomeRows['posts']): Post[] => rows.map(toPost)

// also camel-cases the keys inside JSON, unlike the default connection
const camelCaseDb = () =>
  db.withoutPlugins().withPlugin(new CamelCasePlugin({ underscoreBetweenUppercaseLetters: true }))

/**
 * Loads the home page in one round trip to the database. Public. Never throws: if the database is
 * unavailable every section fails, otherwise only the section concerned.
 */
export async function loadHome(): Promise<Home> {
  try {
    const row = await camelCaseDb()
      .selectNoFrom([
        nextClassesJson.as('nextClasses'),
        classes().as('classes'),
        posts().as('posts'),
        trainers().as('trainers'),
        stats().as('stats'),
      ])
      .executeTakeFirstOrThrow()
    return {
      nextClasses: ready(await translateTitles(row.nextClasses)),
      classes: ready(await translateTitles(toClassCards(row.classes))),
      posts: ready(toPosts(row.posts)),
      trainers: ready(row.trainers),
      stats: ready(row.stats),
    }
  } catch (error) {
    logError(error, { page: 'home' })
    return isUnavailable(error) ? allFailed() : loadSeparately()
  }
}

const ready = <Content>(content: Content): HomeSection<Content> => ({ state: 'ready', content })

function allFailed(): Home {
  const failed = { state: 'failed' } as const
  return { nextClasses: failed, classes: failed, posts: failed, trainers: failed, stats: failed }
}

async function loadSeparately(): Promise<Home> {
  const [ownNext, ownClasses, ownPosts, ownTrainers, ownStats] = await Promise.all([
    loadSection(nextClassesJson, translateTitles),
    loadSection(classes(), (rows) => translateTitles(toClassCards(rows))),
    loadSection(posts(), toPosts),
    loadSection(trainers(), (rows) => rows),
    loadSection(stats(), (row) => row),
  ])
  return {
    nextClasses: ownNext,
    classes: ownClasses,
    posts: ownPosts,
    trainers: ownTrainers,
    stats: ownStats,
  }
}

async function loadSection<Found, Content>(
  query: RawBuilder<Found>,
  contentOf: (rows: Found) => Content | Promise<Content>,
): Promise<HomeSection<Content>> {
  try {
    const row = await camelCaseDb().selectNoFrom(query.as('rows')).executeTakeFirstOrThrow()
    return ready(await contentOf(row.rows as Found))
  } catch (error) {
    logError(error, { page: 'home' })
    return { state: 'failed' }
  }
}
