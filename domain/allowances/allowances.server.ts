import { sql, type RawBuilder } from 'kysely'
import { clubZone, db, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'

/** Classes that a person may take, given by an order. */
export type Allowance = {
  orderId: string
  /** The order's title, or the trainer of a paid month. */
  title: string | null
  trainerName: string | null
  /** Null for an unlimited number. */
  given: number | null
  used: number
  /** Of the used ones, those whose class has not begun. */
  ahead: number
  left: number | null
  /** First and last day of its classes, in the club's time zone. */
  fromDay: Day
  untilDay: Day
}

const allowanceColumns = sql`order_id, orders.title, trainers.name as trainer_name, given, used, given - used as left,
  (select count(*)::integer from participants join lessons on lessons.id = lesson_id
    where allowance_id = order_id and participants.state = 'booked' and starts_at > club_now()) as ahead,
  (lower(during) at time zone ${clubZone})::date as from_day,
  ((upper(during) - interval '1 second') at time zone ${clubZone})::date as until_day`

/** Allowances that pay for classes now, to follow `from`. In use: those that cost nothing more come first, then those that end first, then the older ones. */
const usable = (memberId: string, condition: RawBuilder<boolean>) => sql`allowances
  join orders on orders.id = order_id
  left join bookings on bookings.id = order_id left join slots on slots.id = slot_id left join trainers on trainers.id = trainer_id
  where allowances.member_id = ${memberId} and ended_at is null and upper(during) > club_now() and gives_classes(orders)
    and ${condition}
  order by given is not null, upper(during), allowances.created_at, order_id`

/**
 * Returns the member's allowances that cover a class at this moment, in the order in which they pay; exhausted ones too,
 * after the others.
 */
export async function readAllowancesAt(
  from: Queryable,
  memberId: string,
  startsAt: RawBuilder<Date>,
): Promise<Allowance[]> {
  const { rows } = await sql<Allowance>`
    select ${allowanceColumns} from ${usable(memberId, sql`covers_moment(allowances, ${startsAt})`)}`.execute(
    from,
  )
  return [...rows.filter(hasLeft), ...rows.filter((allowance) => !hasLeft(allowance))]
}

/**
 * Returns the same for a class that is to be paid now, with the allowances locked: none ends, pauses or pays another class
 * until the transaction is over. The class is locked before.
 */
export async function lockAllowancesAt(
  trx: Transaction,
  memberId: string,
  startsAt: RawBuilder<Date>,
): Promise<Allowance[]> {
  await sql`select from allowances where member_id = ${memberId} and ended_at is null and upper(during) > club_now()
    order by order_id for no key update`.execute(trx)
  return readAllowancesAt(trx, memberId, startsAt)
}

/** Whether a class can be paid with the allowance. */
export const hasLeft = ({ left }: Pick<Allowance, 'left'>): boolean => left === null || left > 0

/** Returns the actor's allowances of today and later, in the order in which they pay. Throws `unauthenticated`. */
export async function listOwnAllowances(actor: Actor): Promise<Allowance[]> {
  const { id } = requirePerson(actor)
  const { rows } = await sql<Allowance>`
    select ${allowanceColumns} from ${usable(id, sql<boolean>`true`)}`.execute(db)
  return rows
}
