import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import { newestPageIds, searchNewest } from '#db/deep-pagination.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { dayAndTime, describeTable, inBatches, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'

export type Subscriber = {
  id: string
  /** '' if not given. */
  name: string
  email: string
  createdAt: Date
  /** Time of confirmation; unconfirmed addresses get no newsletter. */
  confirmedAt: Date | null
  /** The mail server's reply when it refused the address as unknown; newsletters leave it out. Otherwise null. */
  refusal: string | null
}

const selectSubscribers = () =>
  db
    .selectFrom('subscribers')
    .select(['id', 'name', 'email', 'createdAt', 'confirmedAt'])
    .select((eb) =>
      eb
        .selectFrom('letters')
        .whereRef('letters.email', '=', 'subscribers.email')
        .where('addressRefused', '=', true)
        .select((letter) => letter.fn.max('failure').as('failure'))
        .as('refusal'),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')

/** Maximum number of search results. */
const maxSearchResults = 1_000

/**
 * Lists subscribers, newest first, or the newest whose name or address contains `search`; `isMore` is then
 * true if there are others. Each page costs the same. Admins only.
 */
export async function listSubscribers(
  actor: Actor,
  query: Partial<PageRange> & { search?: string } = {},
): Promise<Page<Subscriber> & { isMore: boolean }> {
  requirePermission(actor, 'subscribers.manage')
  const range = clampPageRange(query, 1000)
  const words = cleanText((query.search ?? '').slice(0, 500))
  if (words !== '') return findSubscribers(words, range)
  const [items, { total }] = await Promise.all([
    selectSubscribers().where('id', 'in', newestPageIds('subscribers', range)).execute(),
    db
      .selectFrom('subscriberMonths')
      .select(sql<number>`coalesce(sum(people), 0)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total, isMore: false }
}

async function findSubscribers(words: string, { limit, offset }: PageRange) {
  const people = sql`select id, name, email, created_at from subscribers`
  const { ids } = await db
    .selectFrom(searchNewest(people, { words, most: maxSearchResults + 1 }).as('found'))
    .select(sql<string[]>`coalesce(array_agg(id order by created_at desc, id desc), '{}')`.as('ids'))
    .executeTakeFirstOrThrow()
  const found = ids.slice(0, maxSearchResults)
  const items = await selectSubscribers()
    .where('id', '=', sql<string>`any (${found.slice(offset, offset + limit)}::uuid[])`)
    .execute()
  return { items, total: found.length, isMore: ids.length > maxSearchResults }
}

/**
 * Deletes a subscriber and returns the number of deleted rows: 0 if already gone. Admins only; audited
 * without the address. Throws `not-found` if the id is not a UUID.
 */
export async function deleteSubscriber(actor: Actor, id: string): Promise<{ count: 0 | 1 }> {
  const admin = requirePermission(actor, 'subscribers.manage')
  const subscriberId = requireId(id, t('refusal.thisSubscriber'))
  return transaction(async (trx) => {
    const deleted = await trx
      .deleteFrom('subscribers')
      .where('id', '=', subscriberId)
      .returning('createdAt')
      .executeTakeFirst()
    if (!deleted) return { count: 0 }
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'delete subscriber',
      subjectKind: 'subscriber',
      subjectId: subscriberId,
      before: { subscribedAt: deleted.createdAt },
    })
    return { count: 1 }
  })
}

/** Returns all subscribers as a table, newest first. Throws `forbidden` without the permission `subscribers.manage`. */
export async function subscribersTable(actor: Actor): Promise<Table> {
  requirePermission(actor, 'subscribers.manage')
  const { timeZone } = await clubFacts()
  return describeTable<Subscriber>(
    'subscribers',
    [
      { heading: t('table.name'), type: 'text', value: ({ name }) => name },
      { heading: t('table.email'), type: 'text', value: ({ email }) => email },
      ...dayAndTime<Subscriber>(({ createdAt }) => createdAt, timeZone, [
        t('table.subscribedOn'),
        t('table.subscribedAt'),
      ]),
      ...dayAndTime<Subscriber>(({ confirmedAt }) => confirmedAt, timeZone, [
        t('table.confirmedOn'),
        t('table.confirmedAt'),
      ]),
      { heading: t('table.id'), type: 'text', value: ({ id }) => id },
    ],
    inBatches(readAfter),
  )
}

const readAfter = (last: Subscriber | undefined, limit: number): Promise<Subscriber[]> =>
  selectSubscribers()
    // compared in the database, because a Date has only milliseconds
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select created_at, id from subscribers where id = ${last?.id})`,
      ),
    )
    .limit(limit)
    .execute()
