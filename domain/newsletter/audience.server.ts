import { sql } from 'kysely'
import { clubNow, db, type Database, type Transaction } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { cleanText } from '#domain/input.ts'
import { isId } from '#platform/is-id.ts'

/** Whom a letter to many is for: subscribers, or members, all of them or those of one trainer. */
export type Audience = {
  audience: 'subscribers' | 'members'
  trainer: { id: string; name: string } | null
}

export type CountedAudience = Audience & { people: number }

/** Addresses that a mail server said do not exist: they get no letters to many any more. */
const refusedAddresses = (from: Database | Transaction) =>
  from.selectFrom('letters').where('addressRefused', '=', true).select('email')

const confirmed = (from: Database | Transaction) =>
  from
    .selectFrom('subscribers')
    .where('confirmedAt', 'is not', null)
    .where('email', 'not in', refusedAddresses(from))

/**
 * The running months of members whose address is proved and who did not switch announcements off. Whom no letter
 * reaches is asked of indexes that hold only these.
 */
const runningMonths = (from: Database | Transaction) =>
  from
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .where('bookings.state', '=', sql.lit('paid'))
    .where('bookings.paidUntil', '>', clubNow)
    .where(
      sql<boolean>`not exists (select from users where id = buyer_id and not email_verified)
        and not exists (select from members where user_id = buyer_id and 'announcements' = any (unwanted_letters))`,
    )
    .where('bookings.buyerId', 'not in', (eb) =>
      eb.selectFrom('users').where('email', 'in', refusedAddresses(from)).select('id'),
    )

/**
 * Whom a letter can reach, with how many people it reaches just now: subscribers, members, and the members of the first
 * trainers with these words in their name, after those of the trainer who was chosen already; `isMore` when there are
 * others. Admins only.
 */
export async function listAudiences(
  actor: Actor,
  { search = '', trainerId = '', trainersOffered = 20 } = {},
): Promise<{ audiences: CountedAudience[]; isMore: boolean }> {
  requireRole(actor, 'admin')
  const words = cleanText(search.slice(0, 500)).toLowerCase()
  // an address may name anything
  const isChosen = sql<boolean>`trainers.id = ${isId(trainerId) ? trainerId : null}::uuid`
  // all months are counted at once: those of each trainer, and, without one, those of all
  const counted = sql<{ trainerId: string | null; people: number }>`(
    select trainer_id, count(distinct buyer_id) as people
    from ${runningMonths(db).select(['trainerId', 'buyerId']).as('months')}
    group by grouping sets ((), (trainer_id)))`
  const most = 1 + trainersOffered
  const [subscribers, members] = await Promise.all([
    countSubscribers(),
    db
      .selectFrom(counted.as('counted'))
      .leftJoin('trainers', 'trainers.id', 'counted.trainerId')
      .where(
        sql<boolean>`(counted.trainer_id is null or strpos(lower(trainers.name), ${words}) > 0 or ${isChosen})`,
      )
      .select(['trainers.id', 'trainers.name', 'counted.people'])
      .orderBy(sql`counted.trainer_id is null`, 'desc')
      .orderBy(isChosen, 'desc')
      .orderBy('trainers.name')
      .orderBy('trainers.id')
      .limit(most + 1)
      .execute(),
  ])
  const audiences = members.slice(0, most).map(({ id, name, people }) => ({
    audience: 'members' as const,
    trainer: id !== null && name !== null ? { id, name } : null,
    people,
  }))
  return {
    audiences: [{ audience: 'subscribers', trainer: null, people: subscribers }, ...audiences],
    isMore: members.length > most,
  }
}

/** How many subscribers the weekly letter reaches. Admins only. */
export async function countReaders(actor: Actor): Promise<number> {
  requireRole(actor, 'admin')
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
          .where('email', 'in', refusedAddresses(db))
          .select((all) => all.fn.countAll<number>().as('refused')),
      ).as('people'),
    )
    .executeTakeFirstOrThrow()
  return Number(people)
}

type Reader = { id: string; key: string; to: { userId: string } | { email: string; name: string } }

const readersAtOnce = 100

/** Some readers of this letter who have none of it yet; nobody when all have. The key is theirs to leave by. */
export async function findReaders(
  trx: Transaction,
  newsletterId: string,
  { audience, trainer }: Audience,
): Promise<Reader[]> {
  const written = trx.selectFrom('letters').where('newsletterId', '=', newsletterId)
  if (audience === 'subscribers') {
    const readers = await confirmed(trx)
      .where('email', 'not in', written.select('email'))
      .select(['id', 'key', 'name', 'email'])
      .orderBy('createdAt')
      .orderBy('id')
      .limit(readersAtOnce)
      .execute()
    return readers.map(({ id, key, ...to }) => ({ id, key, to }))
  }
  const readers = await runningMonths(trx)
    .innerJoin('members', 'members.userId', 'bookings.buyerId')
    .$if(trainer !== null, (query) => query.where('slots.trainerId', '=', trainer?.id ?? ''))
    .where(
      'buyerId',
      'not in',
      written.where('userId', 'is not', null).select((eb) => eb.ref('userId').$notNull().as('userId')),
    )
    .select(['bookings.buyerId as id', 'members.announcementsKey as key'])
    .distinct()
    .orderBy('bookings.buyerId')
    .limit(readersAtOnce)
    .execute()
  return readers.map(({ id, key }) => ({ id, key, to: { userId: id } }))
}
