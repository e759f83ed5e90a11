import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { searchNewest } from '#db/deep-pagination.ts'
import type { PlanName, Role } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { isByEnd, type PeopleFilter } from './people-filters.rules.ts'

export type ClubPerson = {
  id: string
  name: string
  /** Address of the sign-in, or the contact address; null without either. */
  email: string | null
  role: Role
  portrait: Portrait | null
  createdAt: Date
  /** The paid slot that ends first, including its renewals; null if there is none. */
  hour: { plan: PlanName; trainerName: string; paidUntil: Date } | null
  /** The running membership; `endsAt` is null while it renews itself. */
  membership: { title: string; paidUntil: Date; endsAt: Date | null } | null
  /** Number of unpaid holds. */
  held: number
}

type PeopleQuery = {
  /** Part of the name or the email address. */
  search?: string
  role?: Role
  shown?: PeopleFilter
  /** Tag of the office. */
  tag?: string
  /** Id of the last person of the previous page. */
  after?: string | null
}

export const peoplePageSize = 25

/**
 * Lists accounts, 25 per page: without a search people with an hour by its end, all others newest first. `next` is the
 * cursor of the next page, null at the end. Each page costs the same. Admins only. Throws `not-found` if the cursor is
 * not a UUID.
 */
export async function listClubPeople(
  actor: Actor,
  { search = '', role, shown, tag = '', after }: PeopleQuery = {},
): Promise<{ items: ClubPerson[]; next: string | null }> {
  requirePermission(actor, 'members.read')
  const words = cleanText(search.slice(0, 500))
  const last = after ? requireId(after, t('refusal.thisPage')) : null
  const byEnd = words === '' && isByEnd(shown)
  const everybody = selectPeople({ role, shown, tag: cleanText(tag.slice(0, 500)), last, byEnd })
  const most = peoplePageSize + 1
  const found =
    words === ''
      ? sql<{
          id: string
        }>`(${everybody} order by ${byEnd ? sql`ends_at, id` : sql`created_at desc, id desc`} limit ${sql.lit(most)})`
      : searchNewest(everybody, { words, most })
  const rows = await db
    .selectFrom(found.as('people'))
    .innerJoin('members', 'members.userId', 'people.id')
    .innerJoin('users', 'users.id', 'people.id')
    .leftJoin('activeMembers', 'activeMembers.userId', 'people.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bookings')
          .innerJoin('slots', 'slots.id', 'bookings.slotId')
          .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
          .select(['bookings.plan', 'bookings.paidUntil', 'trainers.name as trainerName'])
          .whereRef('bookings.buyerId', '=', 'people.id')
          .where('bookings.state', '=', 'paid')
          .where(({ not }) => not(sql<boolean>`is_renewed(bookings)`))
          .orderBy('bookings.paidUntil')
          .limit(1)
          .as('hours'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('offers', 'offers.id', 'memberships.offerId')
          .whereRef('memberships.memberId', '=', 'people.id')
          .where('memberships.state', '=', 'running')
          .select(['offers.title', 'memberships.endsAt'])
          .select(
            sql<Date>`(select max(until_at) from orders where membership_id = memberships.id and state in ('paid', 'ended'))`.as(
              'paidThrough',
            ),
          )
          .limit(1)
          .as('contracts'),
      (join) => join.onTrue(),
    )
    .select([
      'users.id',
      'users.name',
      'members.role',
      'members.createdAt',
      letterAddress('users').as('email'),
    ])
    .select([
      'hours.plan',
      'hours.paidUntil',
      'hours.trainerName',
      'contracts.title',
      'contracts.endsAt',
      'contracts.paidThrough',
      portraitJson('images', 'users').as('portrait'),
    ])
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .whereRef('bookings.buyerId', '=', 'people.id')
        .where('bookings.state', 'in', unpaidStates)
        .select((count) => count.fn.countAll<number>().as('held'))
        .as('held'),
    )
    .$if(byEnd, (query) => query.orderBy('activeMembers.endsAt').orderBy('members.userId'))
    .orderBy('members.createdAt', 'desc')
    .orderBy('members.userId', 'desc')
    .execute()
  const items = rows
    .slice(0, peoplePageSize)
    .map(({ plan, paidUntil, trainerName, title, endsAt, paidThrough, held, ...person }) => ({
      ...person,
      held: held ?? 0,
      hour: plan && paidUntil && trainerName ? { plan, paidUntil, trainerName } : null,
      membership: title && paidThrough ? { title, paidUntil: paidThrough, endsAt } : null,
    }))
  return { items, next: rows.length > peoplePageSize ? (items.at(-1)?.id ?? null) : null }
}

const mostCounted = 10_000

export type PeopleCounts = Record<PeopleFilter | 'everyone', number>

/** Counts the people of each filter; of everyone and of those without an hour at most 10,000. */
export async function countClubPeople(actor: Actor): Promise<PeopleCounts> {
  requirePermission(actor, 'members.read')
  const { rows } = await sql<{ withHour: number; ends: number; held: number; everyone: number }>`
    select count(*) as with_hour, count(*) filter (where ends_at < club_now() + interval '7 days') as ends,
      (select count(distinct buyer_id) from bookings where state = any(${[...unpaidStates]})) as held,
      (select count(*) from (select from users join members on user_id = users.id where erased_at is null limit ${mostCounted}) counted) as everyone
    from active_members`.execute(db)
  const { withHour, ends, held, everyone } = rows[0]!
  return {
    'with an hour': withHour,
    'ends in 7 days': ends,
    'hour held': held,
    'without an hour': Math.max(0, everyone - withHour),
    everyone,
  }
}

type PeopleScope = {
  role: Role | undefined
  shown: PeopleFilter | undefined
  tag: string
  last: string | null
  byEnd: boolean
}

const selectPeople = ({ role, shown, tag, last, byEnd }: PeopleScope) => sql`
  select id, name, email, created_at${byEnd ? sql`, ends_at` : sql``} from ${isByEnd(shown) ? hourHolders : allPeople}
  where erased_at is null
    ${role === undefined ? sql`` : sql`and role = ${sql.lit(role)}`}
    ${shown === 'ends in 7 days' ? sql`and ends_at < club_now() + interval '7 days'` : sql``}
    ${shown === 'without an hour' ? sql`and not exists (select from active_members where user_id = people.id)` : sql``}
    ${shown === 'hour held' ? sql`and id in (select buyer_id from bookings where state = any(${[...unpaidStates]}))` : sql``}
    ${tag === '' ? sql`` : sql`and exists (select from members tagged where tagged.user_id = people.id and ${tag} = any(tagged.tags))`}
    ${last === null ? sql`` : byEnd ? afterByEnd(last) : sql`and (created_at, id) < (select created_at, user_id from members where user_id = ${last})`}`

const afterByEnd = (last: string) =>
  sql`and (ends_at, id) > (select ends_at, user_id from active_members where user_id = ${last})`

const allPeople = sql`(
  select user_id as id, name, coalesce(email, '') as email, role, members.created_at, erased_at
  from members join users on users.id = user_id) people`

/** People with a paid slot. */
const hourHolders = sql`(
  select user_id as id, name, coalesce(email, '') as email, role, joined_at as created_at, erased_at, ends_at
  from active_members join members using (user_id) join users on users.id = user_id) people`

/** Returns the tags in use, at most 100. Throws `forbidden` without the permission `members.read`. */
export async function listTags(actor: Actor): Promise<string[]> {
  requirePermission(actor, 'members.read')
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from members order by tag limit 100`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** An account that is not a member yet: its sign-up was not completed by the program that began it. */
export type Identity = { id: string; name: string; email: string; createdAt: Date }

/**
 * Returns accounts without a member record, newest first, at most 20. A job makes them members within minutes. Throws
 * `forbidden` without the permission `members.read`.
 */
export async function listIdentities(actor: Actor): Promise<Identity[]> {
  requirePermission(actor, 'members.read')
  return db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').whereRef('userId', '=', 'users.id').select('userId'))),
    )
    .select(['id', 'name', 'createdAt'])
    .select((eb) => eb.ref('email').$notNull().as('email'))
    .orderBy('createdAt', 'desc')
    .limit(20)
    .execute()
}
