import { sql, type RawBuilder } from 'kysely'
import { isUuid } from '#core/is-uuid.ts'
import { clubNow, db, type Queryable, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { cleanText } from '#domain/input.ts'

/** Recipients of a newsletter: subscribers, all members, or the members of one trainer. */
export type Audience = {
  audience: 'subscribers' | 'members'
  trainer: { id: string; name: string } | null
}

export type CountedAudience = Audience & { people: number }

/** Query of addresses that the mail server refused as unknown; newsletters skip them. */
export const selectRefusedAddresses = (from: Queryable) =>
  from.selectFrom('letters').where('addressRefused', '=', true).select('email')

const selectConfirmedSubscribers = (from: Queryable) =>
  from
    .selectFrom('subscribers')
    .where('confirmedAt', 'is not', null)
    .where('email', 'not in', selectRefusedAddresses(from))

/**
 * Query of running months whose member has a confirmed address and wants announcements, of all slots or one
 * trainer's. Written for partial indexes that hold only these rows.
 */
const selectRunningMonths = (from: Queryable, trainerId?: RawBuilder<string>) =>
  from
    .selectFrom('bookings')
    .$if(trainerId !== undefined, (query) =>
      // finds the slots first, because the planner underestimates the number of running months
      query.where(sql<boolean>`slot_id = any (array(select id from slots where trainer_id = ${trainerId}))`),
    )
    .where('bookings.state', '=', sql.lit('paid'))
    .where('bookings.paidUntil', '>', clubNow)
    .where(
      sql<boolean>`not exists (select from users where id = buyer_id and not email_verified)
        and not exists (select from members where user_id = buyer_id and 'announcements' = any (unwanted_letters))`,
    )
    .where('bookings.buyerId', 'not in', (eb) =>
      eb.selectFrom('users').where('email', 'in', selectRefusedAddresses(from)).select('id'),
    )

/**
 * Returns the possible audiences with their current sizes: subscribers, members, and the members of
 * trainers whose name contains `search`, the chosen trainer first. `isMore` is true if there are further
 * trainers. Admins only.
 */
export async function listAudiences(
  actor: Actor,
  { search = '', trainerId = '', trainersOffered = 20 } = {},
): Promise<{ audiences: CountedAudience[]; isMore: boolean }> {
  requirePermission(actor, 'newsletter.write')
  const words = cleanText(search.slice(0, 500))
  // the address can contain any text
  const chosen = sql<string | null>`${isUuid(trainerId) ? trainerId : null}::uuid`
  const people = sql<number>`count(distinct buyer_id)`.as('people')
  const trainers = db
    .selectFrom('trainers')
    .innerJoinLateral(selectRunningMonths(db, sql.ref('trainers.id')).select(people).as('months'), (join) =>
      join.on('people', '>', 0),
    )
    .select(['trainers.id', 'trainers.name', 'people'])
  const [subscribers, members, first, others] = await Promise.all([
    countSubscribers(),
    selectRunningMonths(db).select(people).executeTakeFirstOrThrow(),
    trainers.where('trainers.id', '=', chosen).execute(),
    // scans trainers by name in an index until enough have members
    trainers
      .where(
        sql<boolean>`strpos(searchable(trainers.name), searchable(${words})) > 0 and trainers.id is distinct from ${chosen}`,
      )
      .orderBy('trainers.name')
      .orderBy('trainers.id')
      .limit(trainersOffered + 1)
      .execute(),
  ])
  const found = [...first, ...others]
  return {
    audiences: [
      { audience: 'subscribers', trainer: null, people: subscribers },
      { audience: 'members', trainer: null, ...members },
      ...found.slice(0, trainersOffered).map(({ people: reached, ...trainer }): CountedAudience => ({
        audience: 'members',
        trainer,
        people: reached,
      })),
    ],
    isMore: found.length > trainersOffered,
  }
}

/** Counts the subscribers that the weekly letter reaches. Admins only. */
export async function countReaders(actor: Actor): Promise<number> {
  requirePermission(actor, 'newsletter.write')
  return countSubscribers()
}

async function countSubscribers(): Promise<number> {
  const { people } = await db
    .selectNoFrom((eb) =>
      eb(
        eb.selectFrom('subscriberDays').select(sql<number>`coalesce(sum(confirmed), 0)`.as('all')),
        '-',
        eb
          .selectFrom('subscribers')
          .where('confirmedAt', 'is not', null)
          .where('email', 'in', selectRefusedAddresses(db))
          .select((all) => all.fn.countAll<number>().as('refused')),
      ).as('people'),
    )
    .executeTakeFirstOrThrow()
  return Number(people)
}

type NewsletterReader = {
  id: string
  key: string
  to: { userId: string } | { email: string; name: string; language: string }
}

const readerBatchSize = 100

/**
 * Returns some readers who have no letter of this newsletter yet; empty when done. `key` is for the
 * reader's unsubscribe link.
 */
export async function findPendingReaders(
  trx: Transaction,
  newsletterId: string,
  { audience, trainer }: Audience,
): Promise<NewsletterReader[]> {
  const written = trx.selectFrom('letters').where('newsletterId', '=', newsletterId)
  if (audience === 'subscribers') {
    const readers = await selectConfirmedSubscribers(trx)
      .where('email', 'not in', written.select('email'))
      .select(['id', 'key', 'name', 'email', 'language'])
      .orderBy('createdAt')
      .orderBy('id')
      .limit(readerBatchSize)
      .execute()
    return readers.map(({ id, key, ...to }) => ({ id, key, to }))
  }
  const readers = await selectRunningMonths(trx, trainer ? sql`${trainer.id}` : undefined)
    .innerJoin('members', 'members.userId', 'bookings.buyerId')
    .where(
      'buyerId',
      'not in',
      written.where('userId', 'is not', null).select((eb) => eb.ref('userId').$notNull().as('userId')),
    )
    .select(['bookings.buyerId as id', 'members.announcementsKey as key'])
    .distinct()
    .orderBy('bookings.buyerId')
    .limit(readerBatchSize)
    .execute()
  return readers.map(({ id, key }) => ({ id, key, to: { userId: id } }))
}
