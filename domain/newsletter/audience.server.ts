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

/** The running months of members whose address is proved and who did not switch announcements off. */
const runningMonths = (from: Database | Transaction) =>
  from
    .selectFrom('bookings')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('members', 'members.userId', 'bookings.buyerId')
    .innerJoin('users', 'users.id', 'bookings.buyerId')
    .where('bookings.state', '=', 'paid')
    .where('bookings.paidUntil', '>', clubNow)
    .where('users.emailVerified', '=', true)
    .where(sql<boolean>`'announcements' <> all (members.unwanted_letters)`)
    .where('users.email', 'not in', refusedAddresses(from))

/** So many trainers are offered at once; whoever wants another one names them. */
export const trainersOffered = 20

/**
 * Whom a letter can reach, with how many people it reaches just now: subscribers, members, and the members of the first
 * trainers with these words in their name, after those of the trainer who was chosen already. Admins only.
 */
export async function listAudiences(
  actor: Actor,
  { search = '', trainerId = '' } = {},
): Promise<CountedAudience[]> {
  requireRole(actor, 'admin')
  const words = cleanText(search.slice(0, 500)).toLowerCase()
  // an address may name anything
  const isChosen = sql<boolean>`trainers.id = ${isId(trainerId) ? trainerId : null}::uuid`
  const [subscribers, members, trainers] = await Promise.all([
    countSubscribers(),
    runningMonths(db)
      .select((eb) => eb.fn.count<number>('buyerId').distinct().as('people'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('trainers')
      .innerJoin(runningMonths(db).select(['trainerId', 'buyerId']).as('months'), (join) =>
        join.onRef('months.trainerId', '=', 'trainers.id'),
      )
      .where(sql<boolean>`(strpos(lower(trainers.name), ${words}) > 0 or ${isChosen})`)
      .groupBy(['trainers.id', 'trainers.name'])
      .select(['trainers.id', 'trainers.name'])
      .select((eb) => eb.fn.count<number>('months.buyerId').distinct().as('people'))
      .orderBy(isChosen, 'desc')
      .orderBy('trainers.name')
      .orderBy('trainers.id')
      .limit(trainersOffered)
      .execute(),
  ])
  return [
    { audience: 'subscribers', trainer: null, people: subscribers },
    { audience: 'members', trainer: null, ...members },
    ...trainers.map(({ people, ...trainer }) => ({ audience: 'members' as const, trainer, people })),
  ]
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
    .$if(trainer !== null, (query) => query.where('slots.trainerId', '=', trainer?.id ?? ''))
    .where(
      'users.id',
      'not in',
      written.where('userId', 'is not', null).select((eb) => eb.ref('userId').$notNull().as('userId')),
    )
    .select(['users.id', 'members.announcementsKey as key'])
    .distinct()
    .orderBy('users.id')
    .limit(readersAtOnce)
    .execute()
  return readers.map(({ id, key }) => ({ id, key, to: { userId: id } }))
}
