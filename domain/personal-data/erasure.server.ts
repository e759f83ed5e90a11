import { sql, type RawBuilder } from 'kysely'
import { clubNow, type Transaction } from '#db/client.ts'
import { isUnverified } from '#domain/members/email-address.server.ts'
import { emptyOfficeRecord, emptyProfile } from '#domain/members/members.input.ts'
import { anonymizeOrders } from '#domain/orders/write-order.server.ts'
import { removeCardsOf } from '#domain/payments/stored-cards.server.ts'
import { releasePictures } from '#domain/pictures/cleanup.server.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import { deleteJobsContaining } from '#platform/jobs.ts'
import {
  emailPattern,
  anonymousEmail,
  formerMemberName,
  formerTrainerName,
  likePatterns,
  namePattern,
  visibleTextPattern,
  type NamedPerson,
} from './anonymize.server.ts'
import { erasures } from './erasure-log.server.ts'

/**
 * Erases a person. Their own data is deleted; books, other people's logs and the forum are anonymised. The
 * user's row stays without a name, so that sums and references hold. Part of the caller's transaction,
 * which has locked the person and found no blockers.
 */
export async function erasePerson(trx: Transaction, userId: string): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'name', ownAddress.as('email'), 'emailVerified', 'createdAt'])
    .select(sql<boolean>`email is not null`.as('hasSignIn'))
    .select(hasNamesake.as('hasNamesake'))
    .executeTakeFirstOrThrow()
  // allows this transaction to change rows that are otherwise immutable
  await sql`select set_config('club.erasing', 'on', true)`.execute(trx)
  await anonymizeAuditLog(trx, person)
  await anonymizeBooks(trx, person)
  await anonymizeOthersTexts(trx, person)
  const copyId = await deleteOwnRows(trx, person)
  await clearRecords(trx, person)
  const pictureIds = await releasePictures(trx, userId)
  const { erasedAt } = await trx
    .updateTable('users')
    .set({
      name: formerMemberName(),
      email: sql<string>`case when email is not null then ${anonymousEmail(userId)} end`,
      emailVerified: false,
      twoFactorEnabled: false,
      erasedAt: clubNow,
    })
    .where('id', '=', userId)
    .returning((eb) => eb.ref('erasedAt').$notNull().as('erasedAt'))
    .executeTakeFirstOrThrow()
  await erasures.enqueue(trx, { userId, erasedAt: erasedAt.toISOString(), pictureIds, copyId })
}

/** True if another person has the same name; their lines keep it. */
const hasNamesake = sql<boolean>`
  exists (select from users other where other.id <> users.id and lower(other.name) = lower(users.name))
  or exists (select from trainers where user_id <> users.id and lower(trainers.name) = lower(users.name))`

/** The address of the sign-in, or a contact address that no other member uses. */
const ownAddress = sql<string | null>`coalesce(users.email, (
  select contact_email from members where user_id = users.id and contact_email <> ''
    and not exists (select from members other where other.user_id <> users.id and other.contact_email = members.contact_email)
    and not exists (select from users other where other.email = members.contact_email)))`

type ErasedPerson = NamedPerson & {
  emailVerified: boolean
  hasSignIn: boolean
  createdAt: Date
  hasNamesake: boolean
}

/** SQL predicate: whether a text of this time mentions the person, by address or by a unique name. */
const mentionsPerson = (person: ErasedPerson, words: RawBuilder<unknown>, writtenAt: RawBuilder<unknown>) =>
  sql`(${mayMention(person, words)} and (${words} ~* ${emailPattern(person)} or (
    ${!person.hasNamesake} and ${writtenAt} >= ${person.createdAt} and ${words} ~* ${namePattern(person)})))`

/** SQL predicate that costs a fraction of `namePattern`, for the texts of a whole table. */
const mayMention = (person: NamedPerson, words: RawBuilder<unknown>) =>
  sql`lower(${words}) like any(array(select lower(form) from unnest(${likePatterns(person)}::text[]) form))`

/** Removes free text from entries about the person, and their name and address from all others. */
async function anonymizeAuditLog(trx: Transaction, person: ErasedPerson): Promise<void> {
  await sql`
    update audit_entries set before = facts_only(before, ${formerMemberName()}), after = facts_only(after, ${formerMemberName()})
    where subject_id in (
      select ${person.id}::text
      union all select id::text from orders where buyer_id = ${person.id}
      union all select payments.id::text from payments join orders on orders.id = booking_id where buyer_id = ${person.id}
      union all select id::text from trainers where user_id = ${person.id}
      union all select id::text from trainer_applications where user_id = ${person.id}
      union all select id::text from posts where author_id = ${person.id}
      union all select id::text from letters where user_id = ${person.id} or email = ${person.email})
      -- words of theirs that the club took down
      or before->>'authorId' = ${person.id}`.execute(trx)
  const pattern = person.hasNamesake ? emailPattern(person) : namePattern(person)
  const without = (column: string) => sql`without_name(${sql.ref(column)}, ${pattern}, ${formerMemberName()})`
  await sql`
    update audit_entries set before = ${without('before')}, after = ${without('after')}
    where ${mentionsPerson(person, sql`concat(before, after)`, sql`happened_at`)}`.execute(trx)
}

/** Anonymises the books; numbers, amounts, tax and dates stay. */
async function anonymizeBooks(trx: Transaction, person: NamedPerson): Promise<void> {
  const without = (column: string) =>
    sql`regexp_replace(${sql.ref(column)}, ${namePattern(person)}, ${formerMemberName()}, 'gi')`
  const ofBuyer = sql`select id from orders where buyer_id = ${person.id}`
  const paid = sql`select id from payments where booking_id in (${ofBuyer})`
  const stray = sql`select id from stray_charges where booking_id in (${ofBuyer})`
  const trainer = sql`select id from trainers where user_id = ${person.id}`
  await trx
    .updateTable('invoices')
    .set({
      reason: sql<string>`${without('reason')}`,
      forName: sql<string | null>`case when for_name is not null then ${formerMemberName()} end`,
    })
    .where('paymentId', 'in', sql<string>`(${paid})`)
    .execute()
  await trx
    .updateTable('invoices')
    .set({ buyerName: formerMemberName(), buyerEmail: '', buyerAddress: '' })
    .where(
      'paymentId',
      'in',
      sql<string>`(select payments.id from payments join orders on orders.id = booking_id
        where coalesce(guardian_id, buyer_id) = ${person.id})`,
    )
    .execute()
  await sql`update invoices set trainer_name = ${formerTrainerName()} where payment_id in (
    select payments.id from payments join bookings on bookings.id = booking_id join slots on slots.id = slot_id
    where trainer_id in (${trainer}))`.execute(trx)
  await sql`update refunds set reason = ${without('reason')}
    where (payment_id in (${paid}) or stray_charge_id in (${stray})) and reason ~* ${namePattern(person)}`.execute(
    trx,
  )
  await sql`update refund_settlements set why = ${without('why')} where refund_id in (
    select id from refunds where payment_id in (${paid}) or stray_charge_id in (${stray}))`.execute(trx)
  await sql`update make_ups set reason = ${without('reason')}, request_key = id::text
    where member_id = ${person.id} and because = 'granted'`.execute(trx)
  await sql`update memberships set state = 'over', over_because = 'left' where member_id = ${person.id} and state <> 'over'`.execute(
    trx,
  )
  await sql`update collections set last_failure = null where order_id in (${ofBuyer})`.execute(trx)
  await anonymizeOrders(trx, person.id, without('discount_reason'))
  await sql`update payment_attempts set failure = null, customer_ref = null where booking_id in (${ofBuyer})`.execute(
    trx,
  )
  await sql`update archived_statements set trainer_name = ${formerTrainerName()}, tax_number = ''
    where trainer_id in (${trainer})`.execute(trx)
  await sql`update payouts set note = ${without('note')} where trainer_id in (${trainer})`.execute(trx)
  await sql`update desk_corrections set reason = ${without('reason')}
    where payment_id in (${paid}) or refund_id in (select id from refunds where payment_id in (${paid}))`.execute(
    trx,
  )
}

/** Anonymises other people's activity logs and letters. */
async function anonymizeOthersTexts(trx: Transaction, person: ErasedPerson): Promise<void> {
  const pattern = namePattern(person)
  const without = (column: string, where = pattern) =>
    sql`regexp_replace(${sql.ref(column)}, ${where}, ${formerMemberName()}, 'gi')`
  const own = sql`select id from orders where buyer_id = ${person.id}`
  const said = sql`concat(summary, ' ', detail)`
  await sql`update activities set summary = left(${without('summary')}, 500), detail = left(${without('detail')}, 500),
      facts = without_name(facts, ${pattern}, ${formerMemberName()})
    where ${mentionsPerson(person, said, sql`happened_at`)} or (booking_id in (${own}) and ${said} ~* ${pattern})`.execute(
    trx,
  )
  await sql`update cash_days set note = ${without('note')}
    where ${mentionsPerson(person, sql`note`, sql`closed_at`)}`.execute(trx)
  await sql`update import_rows set sentence = left(${without('sentence')}, 2000),
      facts = without_name(facts, ${pattern}, ${formerMemberName()}) where sentence ~* ${pattern}`.execute(
    trx,
  )
  const written = sql`concat(subject, ' ', html, ' ', text)`
  const read = visibleTextPattern(pattern)
  await sql`update letters set subject = left(${without('subject')}, 300), html = ${without('html', read)}, text = ${without('text', read)}
    where ${mentionsPerson(person, written, sql`queued_at`)} or (${mayMention(person, written)} and ${written} ~* ${pattern}
      and exists (select from (${own}) own where strpos(cause, own.id::text) > 0))`.execute(trx)
}

/** Deletes the person's own rows. Returns the id of a data export whose file must be deleted. */
async function deleteOwnRows(
  trx: Transaction,
  { id, email, emailVerified, hasSignIn }: ErasedPerson,
): Promise<string | null> {
  for (const table of ['sessions', 'accounts', 'twoFactors', 'trainerApplications', 'activities'] as const)
    await trx.deleteFrom(table).where('userId', '=', id).execute()
  await trx
    .deleteFrom('verifications')
    .where(sql<boolean>`strpos(concat(identifier, ' ', value), ${id}) > 0 or strpos(value, ${email}) > 0`)
    .execute()
  const confirmed = trx
    .selectFrom('subscribers')
    .where('email', '=', email)
    .where('confirmedAt', 'is not', null)
  // an account with an unconfirmed address does not end the confirmed subscription of that address
  const isStrangers =
    hasSignIn &&
    isUnverified({ emailVerified }) &&
    (await confirmed.select('id').executeTakeFirst()) !== undefined
  await trx
    .deleteFrom('letters')
    .where((eb) => eb.or([eb('userId', '=', id), eb('email', '=', isStrangers ? null : email)]))
    .execute()
  if (!isStrangers) await trx.deleteFrom('subscribers').where('email', '=', email).execute()
  // subtracts their clicks
  await sql`update posts set likes = posts.likes - mine.likes, dislikes = posts.dislikes - mine.dislikes
    from post_clicks mine where mine.user_id = ${id} and mine.post_id = posts.id`.execute(trx)
  await trx.deleteFrom('postClicks').where('userId', '=', id).execute()
  await trx
    .updateTable('reports')
    .set({ reason: inEnglish(message('report.byFormer')) })
    .where('reporterId', '=', id)
    .execute()
  if (email !== null) await deleteJobsContaining(trx, email)
  await removeCardsOf(trx, id)
  await trx.deleteFrom('visits').where('memberId', '=', id).execute()
  await trx.deleteFrom('memberNotes').where('memberId', '=', id).execute()
  await trx.updateTable('sessions').set({ actsFor: null }).where('actsFor', '=', id).execute()
  await trx
    .deleteFrom('guardians')
    .where((eb) => eb.or([eb('memberId', '=', id), eb('guardianId', '=', id)]))
    .execute()
  await trx.deleteFrom('healthAnswers').where('memberId', '=', id).execute()
  await trx.deleteFrom('waiverSignatures').where('memberId', '=', id).execute()
  for (const table of ['importKeys', 'openingBalances', 'comparedCharges'] as const)
    await trx.deleteFrom(table).where('memberId', '=', id).execute()
  await sql`delete from import_rows where member_id = ${id}
    or exists (select from unnest(cells) cell where lower(cell) = ${email})`.execute(trx)
  const copy = await trx.deleteFrom('copies').where('memberId', '=', id).returning('id').executeTakeFirst()
  return copy?.id ?? null
}

/** Clears records that other rows refer to, and disables secret links. */
async function clearRecords(trx: Transaction, { id }: NamedPerson): Promise<void> {
  await trx.updateTable('users').set({ image: null }).where('id', '=', id).execute()
  await trx
    .updateTable('trainers')
    .set({ name: formerTrainerName(), about: '', taxNumber: '', skills: [], photoId: null })
    .where('userId', '=', id)
    .execute()
  await trx
    .updateTable('members')
    .set((eb) => ({
      ...emptyProfile,
      ...emptyOfficeRecord,
      bloodGroupConsentedAt: null,
      duty: null,
      photoId: null,
      postalAddress: '',
      unwantedLetters: [],
      leavingSince: null,
      leavingByClub: false,
      datesSeenAt: null,
      lastSeenOn: null,
      erasureAnnouncedOn: null,
      calendarVersion: eb('calendarVersion', '+', 1),
      announcementsKey: sql<string>`gen_random_uuid()`,
    }))
    .where('userId', '=', id)
    .execute()
}
