import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { isConstraintViolation } from '#db/errors.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requireOwnAccount, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { lockSchedule } from '#domain/lessons/schedule/schedule-lock.server.ts'
import { consumeLink } from '#domain/members/one-time-links.server.ts'
import { findSimilarMembers, type SimilarMember } from '#domain/members/similar-members.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'

/** Facts of a record that are compared before a merge. */
export type MergeSide = SimilarMember & {
  memberNumber: string
  emergencyContact: string
  hasSignIn: boolean
  createdAt: Date
  /** How many of each it has. */
  payments: number
  dates: number
  signatures: number
  notes: number
}

/**
 * Returns a record, the records that may be of the same person, and why the chosen one cannot be merged into it; null if
 * it can. Throws `forbidden` without the permission `members.merge`, and `not-found`.
 */
export async function previewMerge(
  actor: Actor,
  memberId: string,
  otherId: string | null,
): Promise<{ kept: MergeSide; other: MergeSide | null; similar: SimilarMember[]; refusal: string | null }> {
  requirePermission(actor, 'members.merge')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const kept = await readSide(db, id)
  const { contactEmail } = await db
    .selectFrom('members')
    .where('userId', '=', id)
    .select('contactEmail')
    .executeTakeFirstOrThrow()
  const similar = await findSimilarMembers(db, { ...kept, contactEmail }, id)
  if (otherId === null) return { kept, other: null, similar, refusal: null }
  const other = await readSide(db, requireId(otherId, t('refusal.thisPerson')))
  return { kept, other, similar, refusal: await findRefusal(db, kept.id, other.id) }
}

async function readSide(from: Queryable, id: string): Promise<MergeSide> {
  const { rows } = await sql<MergeSide>`
    select users.id, name, telephone, birth_date, letter_address(users) as email, member_number, emergency_contact,
      email is not null as has_sign_in, users.created_at,
      (select count(*) from payments join orders on orders.id = booking_id where buyer_id = users.id)::integer as payments,
      (select count(*) from participants where member_id = users.id)::integer as dates,
      (select count(*) from waiver_signatures where member_id = users.id)::integer as signatures,
      (select count(*) from member_notes where member_id = users.id)::integer as notes
    from users join members on user_id = users.id where users.id = ${id} and erased_at is null`.execute(from)
  if (!rows[0]) throw notFound(t('refusal.thisPerson'))
  return rows[0]
}

/**
 * Moves everything of the second record to the first and deletes the second. Sums, receipts and posts stay as they are.
 * Audited. Throws `forbidden` without the permission `members.merge`, `not-found`, and `conflict` for records that both
 * have a sign-in, an office role or hours at one time.
 */
export async function mergeMembers(
  actor: Actor,
  memberId: string,
  otherId: string,
): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'members.merge')
  const into = requireId(memberId, t('refusal.thisPerson'))
  const from = requireId(otherId, t('refusal.thisPerson'))
  return transaction(async (trx) => {
    const { name } = await mergeInTransaction(trx, { into, from })
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'merge members',
      subjectKind: 'member',
      subjectId: into,
      after: { merged: from },
    })
    return { name }
  })
}

/**
 * Adds the record behind a link of the office to the account of the signed-in person. Throws `unauthenticated`,
 * `conflict` as `mergeMembers`, and `invalid` for a link that is over.
 */
export async function claimIntoAccount(actor: Actor, key: string): Promise<void> {
  const person = requireOwnAccount(actor)
  await transaction(async (trx) => {
    const link = await consumeLink(trx, 'claim-account', key)
    if (link === null) throw conflict(t('refusal.thisCodeWasAlready'))
    await refuseGuardian(trx, person.id, link.userId)
    await mergeInTransaction(trx, { into: person.id, from: link.userId })
    await recordAudit(trx, {
      actorId: person.id,
      action: 'merge members',
      subjectKind: 'member',
      subjectId: person.id,
      after: { merged: link.userId },
    })
  })
}

/** Throws `conflict` if the link is for a member in the care of the signed-in person. */
async function refuseGuardian(trx: Transaction, guardianId: string, memberId: string): Promise<void> {
  const found = await trx
    .selectFrom('guardians')
    .where('memberId', '=', memberId)
    .where('guardianId', '=', guardianId)
    .select('memberId')
    .executeTakeFirst()
  if (found) throw conflict(t('refusal.thisRecordIsNot'))
}

type Pair = { into: string; from: string }

async function mergeInTransaction(trx: Transaction, { into, from }: Pair): Promise<{ name: string }> {
  await lockSchedule(trx)
  // in one order, so that two merges of a pair do not wait for each other
  await sql`select from members where user_id in (${into}, ${from}) order by user_id for update`.execute(trx)
  const [kept] = [await readSide(trx, into), await readSide(trx, from)]
  const refusal = await findRefusal(trx, into, from)
  if (refusal !== null) throw conflict(refusal)
  // allows this transaction to change rows that are otherwise immutable
  await sql`select set_config('club.erasing', 'on', true)`.execute(trx)
  try {
    await dropDuplicates(trx, { into, from })
    await moveReferences(trx, { into, from })
    await moveRecord(trx, { into, from })
    await sql`select rebuild_active_members()`.execute(trx)
  } catch (error) {
    if (!isConstraintViolation(error)) throw error
    throw conflict(t('refusal.bothRecordsHaveSomething'))
  }
  await sql`select set_config('club.erasing', 'off', true)`.execute(trx)
  const summary = message('activity.recordsMerged')
  await recordActivity(trx, { userId: into, kind: 'account', summary })
  return { name: kept.name }
}

/** Returns why the second record cannot be merged into the first; null if it can. */
async function findRefusal(from: Queryable, into: string, other: string): Promise<string | null> {
  if (into === other) return t('refusal.oneRecord')
  const { rows } = await sql<{ signIns: number; hasRole: boolean; together: boolean }>`
    select (select count(*) from users where id in (${into}, ${other}) and email is not null)::integer as sign_ins,
      exists (select from members where user_id = ${other} and (role <> 'member' or duty is not null)
        or user_id = ${other} and exists (select from trainers where trainers.user_id = members.user_id)) as has_role,
      exists (select from participants one join lessons a on a.id = one.lesson_id
        join participants two on two.member_id = ${other} join lessons b on b.id = two.lesson_id
        where one.member_id = ${into} and a.starts_at = b.starts_at and a.state = 'planned' and b.state = 'planned') as together`.execute(
    from,
  )
  const { signIns, hasRole, together } = rows[0]!
  if (signIns > 1) return t('refusal.bothSignIn')
  if (hasRole) return t('refusal.mergedHasRole')
  return together ? t('refusal.bothHaveHour') : null
}

/** Removes rows of the second record that the first one has as well. */
async function dropDuplicates(trx: Transaction, { into, from }: Pair): Promise<void> {
  await sql`delete from activities using activities kept where activities.user_id = ${from} and kept.user_id = ${into}
    and kept.fold_key = activities.fold_key`.execute(trx)
  await sql`update post_clicks kept set likes = kept.likes + moved.likes, dislikes = kept.dislikes + moved.dislikes
    from post_clicks moved where kept.user_id = ${into} and moved.user_id = ${from} and moved.post_id = kept.post_id`.execute(
    trx,
  )
  await sql`delete from post_clicks using post_clicks kept where post_clicks.user_id = ${from} and kept.user_id = ${into}
    and kept.post_id = post_clicks.post_id`.execute(trx)
  await sql`delete from reports using reports kept where reports.reporter_id = ${from} and kept.reporter_id = ${into}
    and kept.post_id = reports.post_id`.execute(trx)
  await sql`delete from processor_customers using processor_customers kept where processor_customers.member_id = ${from}
    and kept.member_id = ${into} and kept.processor = processor_customers.processor`.execute(trx)
  await sql`delete from copies where member_id = ${from}`.execute(trx)
  // the newest answers stay
  await sql`delete from health_answers older using health_answers newer
    where older.member_id in (${into}, ${from}) and newer.member_id in (${into}, ${from})
      and (older.answered_at, older.member_id = ${into}) < (newer.answered_at, newer.member_id = ${into})`.execute(
    trx,
  )
  await sql`delete from guardians moved where ${from} in (member_id, guardian_id) and (${into} in (member_id, guardian_id)
    or exists (select from guardians kept where kept.member_id = case when moved.member_id = ${from} then ${into} else moved.member_id end
      and kept.guardian_id = case when moved.guardian_id = ${from} then ${into} else moved.guardian_id end))`.execute(
    trx,
  )
}

/** Points every foreign key at the second record to the first, so that a new table is never forgotten. */
async function moveReferences(trx: Transaction, { into, from }: Pair): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('users'::regclass, 'members'::regclass) and cardinality(conkey) = 1
      and conrelid <> 'members'::regclass
    order by 1, 2`.execute(trx)
  const frozen = ['audit_entries', 'bookings', 'orders', 'participants']
  // their triggers refuse another person; this locks them against writes until the transaction ends
  for (const table of frozen) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
      trx,
    )
  await sql`update audit_entries set subject_id = ${into} where subject_id = ${from}`.execute(trx)
  for (const table of frozen) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
}

/** Moves sign-in and facts to the first record, whose own facts stay, and deletes the second. */
async function moveRecord(trx: Transaction, { into, from }: Pair): Promise<void> {
  const { rows: members } = await sql<object>`
    delete from members where user_id = ${from} returning to_jsonb(members) as row`.execute(trx)
  const { rows: users } = await sql<object>`
    delete from users where id = ${from} returning to_jsonb(users) as row`.execute(trx)
  const moved = JSON.stringify({ ...rowOf(users), ...rowOf(members) })
  await sql`update accounts set account_id = ${into} where user_id = ${into} and provider_id = 'credential'`.execute(
    trx,
  )
  await sql`
    with moved as (select ${moved}::jsonb as row)
    update users set email = coalesce(email, row->>'email'),
      email_verified = case when email is null then (row->>'email_verified')::boolean else email_verified end,
      two_factor_enabled = two_factor_enabled or (row->>'two_factor_enabled')::boolean,
      image = coalesce(image, row->>'image'), updated_at = ${clubNow}
    from moved where id = ${into}`.execute(trx)
  const orMoved = (column: string) =>
    sql`${sql.ref(column)} = coalesce(nullif(${sql.ref(column)}, ''), row->>${sql.lit(column)}, '')`
  const texts = ['telephone', 'preferred_name', 'postal_address', 'contact_email', 'member_number']
  const facts = [...texts, 'emergency_contact', 'language', 'description']
  await sql`
    with moved as (select ${moved}::jsonb as row)
    update members set ${sql.join(facts.map(orMoved))},
      birth_date = coalesce(birth_date, (row->>'birth_date')::date),
      photo_id = coalesce(photo_id, (row->>'photo_id')::uuid),
      newsletter_consent_on = case when newsletter_consent_on is null then (row->>'newsletter_consent_on')::date else newsletter_consent_on end,
      newsletter_consent_origin = case when newsletter_consent_on is null then row->>'newsletter_consent_origin' else newsletter_consent_origin end,
      last_seen_on = greatest(last_seen_on, (row->>'last_seen_on')::date),
      created_at = least(created_at, (row->>'created_at')::timestamptz), updated_at = ${clubNow}
    from moved where user_id = ${into}`.execute(trx)
}

const rowOf = ([found]: object[]) => (found as { row: Record<string, unknown> }).row
