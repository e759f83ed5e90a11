import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { formatReason } from '#format/stored-message.ts'

/** A reader whom newsletters leave out, because the mail server refused the address. */
export type RefusedReader = {
  /** The subscriber's or member's name, or '' if unknown. */
  name: string
  email: string
  isMember: boolean
  /** The mail server's reply, and its time. */
  reply: string
  refusedAt: Date
}

export type LeftOut = {
  /** At most 50, newest first. */
  refused: RefusedReader[]
  /** Number of all refused readers. */
  refusedTotal: number
  /** Numbers of subscribers who have not confirmed, and of members with a month whose address is not confirmed. */
  unconfirmedReaders: number
  unconfirmedMembers: number
  /** Number of members with a month who switched announcements off. */
  unwilling: number
}

/** Returns who gets no newsletter although they subscribed or have a month, and why. Admins only. */
export async function listLeftOut(actor: Actor): Promise<LeftOut> {
  requirePermission(actor, 'newsletter.write')
  const { rows } = await sql<Omit<LeftOut, 'refused'> & { refused: RefusedReader[] }>`
    with customers as (select distinct buyer_id from bookings where state = 'paid' and paid_until > club_now()),
    refusals as (
      select distinct on (email) email, coalesce(failure, '') as reply, failed_at as refused_at
      from letters where address_refused order by email, failed_at desc),
    refused as (
      select coalesce(users.name, subscribers.name) as name, email, buyer_id is not null as is_member, reply, refused_at
      from refusals left join subscribers using (email) left join users using (email)
        left join customers on buyer_id = users.id
      where subscribers.confirmed_at is not null or buyer_id is not null)
    select (select count(*) from refused) as refused_total,
      (select coalesce(json_agg(newest order by "refusedAt" desc), '[]') from (
        select name, email, is_member as "isMember", reply, refused_at as "refusedAt"
        from refused order by refused_at desc limit 50) newest) as refused,
      (select coalesce(sum(people - confirmed), 0)::integer from subscriber_days) as unconfirmed_readers,
      (select count(*) from customers join users on users.id = buyer_id 
        where email is not null and not email_verified) as unconfirmed_members,
      (select count(*) from customers join members on user_id = buyer_id
        where 'announcements' = any (unwanted_letters)) as unwilling`.execute(db)
  const { refused, ...counts } = rows[0]!
  // dates inside JSON are texts
  const items = refused.map((reader) => ({
    ...reader,
    reply: formatReason(reader.reply),
    refusedAt: new Date(reader.refusedAt),
  }))
  return { ...counts, refused: items }
}
