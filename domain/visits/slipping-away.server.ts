import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubZone, db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { contactInput, type ContactInput } from '#domain/members/new-member.input.ts'
import { can } from '#domain/permissions.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

/** Why a member may be slipping away, the strongest reason first. */
export type SlippingReason = 'away' | 'missed' | 'ends' | 'nothing booked'

export type SlippingMember = {
  memberId: string
  name: string
  portrait: Portrait | null
  /** Null without one, and for trainers once the month is over. */
  email: string | null
  /** Empty without one, and for trainers. */
  telephone: string
  reason: SlippingReason
  /** Their last visit; null if they were never here. */
  lastHere: Day | null
  daysAway: number | null
  /** Usual days between two visits; null with fewer than two. */
  usualGap: number | null
  /** The last day of what they have paid, which may be over. */
  paidUntil: Day
}

/** A member with whom staff were in touch in the last two weeks. */
export type ContactedMember = {
  noteId: string
  memberId: string
  name: string
  portrait: Portrait | null
  words: string
  by: string | null
  on: Day
  quietUntil: Day
  /** Their visit since; null if they have not come. */
  cameOn: Day | null
}

export type SlippingAway = {
  today: Day
  awayDays: number
  toTalkTo: SlippingMember[]
  contacted: ContactedMember[]
}

/** Days after a contact for which a member is not on the list. */
const quietDays = 14
/** Days after the end of what they have paid for which a member stays on the list. */
const daysAfterEnd = 14
/** Days before the end of a month from which it counts as not renewed. */
const daysBeforeEnd = 3
const usualGapDays = 180
const mostListed = 100

/**
 * Returns the members who come less than they did, longest away first, and those with whom staff were in touch. Trainers
 * see members with a month of theirs. Throws `forbidden` without the permission `members.contact`.
 */
export async function listSlippingAway(actor: Actor): Promise<SlippingAway> {
  const staff = requirePermission(actor, 'members.contact')
  const [{ rows: toTalkTo }, { rows: contacted }, { rows: facts }] = await Promise.all([
    selectSlipping(staff).execute(db),
    selectContacted(staff).execute(db),
    sql<Pick<SlippingAway, 'today' | 'awayDays'>>`
      select club_today() as today, away_days from ${currentPolicy}`.execute(db),
  ])
  return { ...facts[0]!, toTalkTo, contacted }
}

/**
 * Returns how many members are on the list of `listSlippingAway`, and who is first on it. Throws `forbidden` without the
 * permission `members.contact`.
 */
export async function summarizeSlippingAway(actor: Actor): Promise<{ count: number; first: string | null }> {
  const staff = requirePermission(actor, 'members.contact')
  const { rows } = await sql<{ name: string; count: number }>`
    select name, (count(*) over ())::integer as count from (${selectSlipping(staff)}) slipping
    order by days_away desc nulls last, paid_until, name, member_id limit 1`.execute(db)
  return { count: rows[0]?.count ?? 0, first: rows[0]?.name ?? null }
}

const selectSlipping = (staff: Person) => sql<SlippingMember>`
  select users.id as member_id, users.name, ${portraitJson('images', 'users')} as portrait,
    case when ${isOffice(staff)} or not is_over then ${letterAddress('users')} end as email,
    case when ${isOffice(staff)} then telephone else '' end as telephone, reason, last_here, days_away, usual_gap::float, paid_until
  from (
    select *, case
        when days_away > greatest(away_days, 2.5 * coalesce(usual_gap, 0)) then 'away'
        when missed_two then 'missed'
        when ends_soon then 'ends'
        when not is_over and not has_ahead and began_on < club_today() - away_days and coalesce(days_away > away_days, true) then 'nothing booked' end as reason
    from (${paying}) paying, (select away_days from ${currentPolicy}) rule,
      lateral (${comings}) comings, lateral (${misses}) misses, lateral (${ahead}) ahead) facts
    join users on users.id = facts.member_id join members on members.user_id = users.id
    left join images on images.id = members.photo_id
  where reason is not null and erased_at is null and members.role in ('member', 'applied')
    and not (${isContacted(sql`facts.member_id`)}) and ${isOwn(staff, sql`facts.member_id`)}
  order by days_away desc nulls last, paid_until, users.name, users.id limit ${mostListed}`

/** Members with something paid now or until lately. A month that ends counts, a membership that goes on does not. */
const paying = sql`
  select allowances.member_id, min(lower(during) at time zone ${clubZone})::date as began_on,
    ((max(upper(during)) - interval '1 second') at time zone ${clubZone})::date as paid_until,
    max(upper(during)) <= club_now() as is_over,
    max(upper(during)) < club_now() + make_interval(days => ${daysBeforeEnd})
      and bool_and(orders.membership_id is null or memberships.cancelled_at is not null) as ends_soon
  from allowances join orders on orders.id = order_id left join memberships on memberships.id = membership_id
  where allowances.ended_at is null and upper(during) > club_now() - make_interval(days => ${daysAfterEnd})
    and orders.state in ('paid', 'ended')
  group by allowances.member_id`

const comings = sql`
  select max(came_on) as last_here, club_today() - max(came_on) as days_away,
    (max(came_on) - min(came_on))::numeric / nullif(count(*) - 1, 0) as usual_gap
  from (select distinct (came_at at time zone ${clubZone})::date as came_on from visits
    where visits.member_id = paying.member_id and undone_at is null
      and came_at > club_now() - make_interval(days => ${usualGapDays})) days`

const misses = sql`
  select count(*) = 2 and bool_and(attendance = 'missed') as missed_two
  from (select attendance from participants join lessons on lessons.id = lesson_id
    where participants.member_id = paying.member_id and attendance in ('attended', 'missed')
    order by starts_at desc limit 2) latest`

const ahead = sql`
  select exists (select from participants join lessons on lessons.id = lesson_id
    where participants.member_id = paying.member_id and participants.state in ('booked', 'waiting')
      and lessons.state = 'planned' and starts_at > club_now()) as has_ahead`

const isOffice = (staff: Person) => sql<boolean>`${can(staff, 'members.read')}::boolean`

/** SQL predicate: staff were in touch with the member lately. */
const isContacted = (memberId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from member_notes where member_notes.member_id = ${memberId} and is_contact
    and created_at > club_now() - make_interval(days => ${quietDays}))`

/** SQL predicate: the office sees everyone, and a trainer the members with a month of theirs. */
const isOwn = (staff: Person, memberId: RawBuilder<unknown>) =>
  can(staff, 'members.read')
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
        where buyer_id = ${memberId} and trainers.user_id = ${staff.id} and bookings.state in ('paid', 'ended')
          and paid_until > club_now() - make_interval(days => ${daysAfterEnd}))`

const selectContacted = (staff: Person) => sql<ContactedMember>`
  select id as note_id, member_id, name, portrait, words, by, "on", quiet_until, came_on from (
    select distinct on (member_notes.member_id) member_notes.id, member_notes.member_id, users.name, words, author.name as by,
      ${portraitJson('images', 'users')} as portrait, member_notes.created_at,
      (member_notes.created_at at time zone ${clubZone})::date as "on",
      (member_notes.created_at at time zone ${clubZone})::date + ${quietDays}::integer as quiet_until,
      (select min(came_at at time zone ${clubZone})::date from visits where visits.member_id = member_notes.member_id
        and undone_at is null and came_at > member_notes.created_at) as came_on
    from member_notes join users on users.id = member_notes.member_id join members on members.user_id = users.id
      left join images on images.id = members.photo_id left join users author on author.id = written_by
    where is_contact and member_notes.created_at > club_now() - make_interval(days => ${quietDays})
      and ${isOwn(staff, sql`member_notes.member_id`)}
    order by member_notes.member_id, member_notes.created_at desc) latest
  order by created_at desc, id limit ${mostListed}`

/**
 * Notes that staff were in touch with a member, who is not on the list for two weeks. Audited. Sent twice within a minute
 * it is one note. Throws `forbidden` without the permission `members.contact`, `invalid`, and `not-found` for a member
 * of another trainer.
 */
export async function recordContact(
  actor: Actor,
  memberId: string,
  input: ContactInput,
): Promise<{ name: string }> {
  const staff = requirePermission(actor, 'members.contact')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { words } = parseInput(contactInput, input)
  return transaction(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select users.name from members join users on users.id = members.user_id
      where members.user_id = ${id} and erased_at is null and ${isOwn(staff, sql`members.user_id`)}
      for no key update of members`.execute(trx)
    const [member] = rows
    if (!member) throw notFound(t('refusal.thisPerson'))
    const { rows: added } = await sql`
      insert into member_notes (member_id, words, written_by, by_trainer, is_contact)
      select ${id}, ${words === '' ? 'Was in touch.' : words}, ${staff.id}, ${!can(staff, 'members.read')}, true
      where not exists (select from member_notes where member_id = ${id} and is_contact and written_by = ${staff.id}
        and created_at > club_now() - interval '1 minute')
      returning id`.execute(trx)
    if (added.length > 0)
      await recordAudit(trx, {
        actorId: staff.id,
        action: 'note contact',
        subjectKind: 'member',
        subjectId: id,
      })
    return member
  })
}
