import { sql, type RawBuilder } from 'kysely'
import { db } from '#db/client.ts'
import { auditSubjectsOf } from '#domain/activity/activity-log.server.ts'
import { isUnverified } from '#domain/members/email-address.server.ts'
import { officeFields, profileFields } from '#domain/members/members.input.ts'

// Sections of a data export, by table. Excluded are secrets, internal identifiers of machines, and data
// about other people.

type ExportSection = { name: string; tables: string[]; rows: (id: string) => RawBuilder<unknown> }

const inOwnBookings = (id: string) => sql`booking_id in (select id from bookings where buyer_id = ${id})`
const inOwnOrders = (id: string) => sql`booking_id in (select id from orders where buyer_id = ${id})`
const inOwnPayments = (id: string) => sql`payment_id in (select id from payments where ${inOwnOrders(id)})`
const ofOwnTrainer = (id: string) => sql`trainer_id in (select id from trainers where user_id = ${id})`
/** SQL expression: the confirmed address; data of an unconfirmed one may belong to another person. */
const verifiedEmail = (id: string) =>
  sql`(select email from users where id = ${id} and (email_verified or ${!isUnverified({ emailVerified: false })}))`

/** @internal */
export const exportSections: ExportSection[] = [
  {
    name: 'account',
    tables: ['users'],
    rows: (
      id,
    ) => sql`select id, name, email, email_verified, two_factor_enabled, image, created_at, updated_at
      from users where id = ${id}`,
  },
  {
    name: 'waysToSignIn',
    tables: ['accounts', 'two_factors'],
    rows: (id) => sql`select provider_id as way, account_id, scope, created_at, updated_at
      from accounts where user_id = ${id}
      union all select 'second factor', null, null, null, null from two_factors where user_id = ${id} and verified`,
  },
  {
    name: 'devices',
    tables: ['sessions'],
    rows: (id) => sql`select created_at, updated_at as last_used_at, expires_at, ip_address, user_agent
      from sessions where user_id = ${id} order by created_at`,
  },
  {
    name: 'profile',
    tables: ['members'],
    rows: (
      id,
    ) => sql`select role, duty, photo_id, blood_group_consented_at, ${sql.join([...profileFields, ...officeFields].map((field) => sql.ref(field)))}, postal_address, unwanted_letters, dates_seen_at, last_seen_on, erasure_announced_on,
      leaving_since, leaving_by_club, created_at, updated_at from members where user_id = ${id}`,
  },
  {
    name: 'notes',
    tables: ['member_notes'],
    rows: (id) =>
      sql`select words, by_trainer, is_contact, created_at from member_notes where member_id = ${id} order by created_at`,
  },
  {
    name: 'waivers',
    tables: ['waiver_signatures', 'waivers'],
    rows: (
      id,
    ) => sql`select version, coalesce(words_read, words) as words, signer_name, drawing, network, signed_at
      from waiver_signatures join waivers on version = waiver_version where member_id = ${id} order by version`,
  },
  {
    name: 'answersAboutHealth',
    tables: ['health_answers'],
    rows: (id) => sql`select waiver_version, questions, answers, details, consent, answered_at
      from health_answers join waivers on version = waiver_version where member_id = ${id}`,
  },
  {
    name: 'guardians',
    tables: ['guardians'],
    rows: (id) =>
      sql`select name, until, guardians.created_at from guardians join users on users.id = guardian_id where member_id = ${id}
        order by guardians.created_at`,
  },
  {
    name: 'broughtFromAnotherProgram',
    tables: ['import_keys', 'opening_balances'],
    rows: (
      id,
    ) => sql`select import_keys.source, key, membership, credits_left, runs_until, price_cents, next_charge_on, made_at
      from import_keys left join opening_balances using (member_id, source) where member_id = ${id} order by key`,
  },
  {
    name: 'broughtRows',
    tables: ['import_rows'],
    rows: (id) =>
      sql`select cells, done_at, outcome from import_rows where member_id = ${id} order by done_at`,
  },
  {
    name: 'chargesOfAnotherProgram',
    tables: ['compared_charges'],
    rows: (id) =>
      sql`select charged_on, name, amount_cents from compared_charges where member_id = ${id} order by charged_on, line`,
  },
  {
    name: 'pictures',
    tables: ['images'],
    rows: (id) =>
      sql`select id, width, height, bytes, created_at from images where owner_id = ${id} order by created_at, id`,
  },
  {
    name: 'bookings',
    tables: ['bookings', 'slots', 'trainers'],
    rows: (
      id,
    ) => sql`select b.id, s.name as hour, s.start_hour, t.name as trainer, b.state, b.plan, b.plan_classes, b.slot_price_cents, b.surcharge_cents,
        b.discount_cents, b.discount_reason, b.amount_cents, b.currency, b.for_desk, b.renewal, b.begins_at, b.paid_at,
        b.paid_until, b.renewal_told_at, b.overlap_accepted_at, b.created_at, b.changed_at
      from bookings b join slots s on s.id = b.slot_id join trainers t on t.id = s.trainer_id
      where b.buyer_id = ${id} order by b.created_at, b.id`,
  },
  {
    name: 'orders',
    tables: ['orders'],
    rows: (
      id,
    ) => sql`select id, kind, title, description, state, price_cents, discount_cents, discount_reason, gift_cents, amount_cents, currency,
        for_desk, period, begins_at, until_at, paid_at, created_at, changed_at
      from orders where buyer_id = ${id} or holder_id = ${id} order by created_at, id`,
  },
  {
    name: 'memberships',
    tables: ['memberships', 'offers'],
    rows: (id) =>
      sql`select m.id, f.title, m.state, m.anchor_at, m.paused_days, m.ends_at, m.cancelled_at, m.over_because, m.leaving_reason, m.next_offer_from,
          m.next_offer_told_at, m.next_offer_by, m.created_at
        from memberships m join offers f on f.id = m.offer_id where m.member_id = ${id} order by m.created_at, m.id`,
  },
  {
    name: 'pauses',
    tables: ['pauses'],
    rows: (id) =>
      sql`select membership_id, days, created_at
        from pauses where membership_id in (select id from memberships where member_id = ${id}) order by created_at, id`,
  },
  {
    name: 'consents',
    tables: ['consents'],
    rows: (id) =>
      sql`select order_id, kind, words, language, creditor_id, heard_by is not null as at_the_desk, agreed_at
        from consents where member_id = ${id} order by agreed_at, id`,
  },
  {
    name: 'withdrawals',
    tables: ['withdrawals'],
    rows: (id) =>
      sql`select order_id, declared_at, due_at, amount_cents, done_at, taken_back_at
        from withdrawals where order_id in (select id from orders where buyer_id = ${id}) order by declared_at`,
  },
  {
    name: 'codes',
    tables: ['voucher_uses'],
    rows: (id) =>
      sql`select u.order_id, v.kind, case v.kind when 'discount' then v.code end as code, u.cents, u.returned_cents, u.returned_at, u.is_renewal, u.created_at
        from voucher_uses u join vouchers v on v.id = u.voucher_id
        where u.order_id in (select id from orders where buyer_id = ${id}) order by u.created_at, u.order_id`,
  },
  {
    name: 'giftCards',
    tables: ['vouchers'],
    rows: (id) =>
      sql`select order_id, code, value_cents, spent_cents, withheld_cents, until_on, created_at
        from vouchers where order_id in (select id from orders where buyer_id = ${id}) order by created_at, id`,
  },
  {
    name: 'storedCards',
    tables: ['stored_cards'],
    rows: (id) =>
      sql`select processor, customer_ref, method_ref, brand, last4, expires_on, mandate_ref, creditor_id, created_at
        from stored_cards where member_id = ${id} order by created_at, id`,
  },
  {
    name: 'cardCustomers',
    tables: ['processor_customers'],
    rows: (id) =>
      sql`select processor, customer_ref, created_at from processor_customers where member_id = ${id} order by processor`,
  },
  {
    name: 'collections',
    tables: ['collections'],
    rows: (id) =>
      sql`select order_id, next_try_at, tries, stopped_because, last_failure
        from collections where order_id in (select id from orders where buyer_id = ${id}) order by order_id`,
  },
  {
    name: 'chargesOfStoredCards',
    tables: ['collection_tries'],
    rows: (id) =>
      sql`select order_id, try, asked_at, outcome, answered_at
        from collection_tries where order_id in (select id from orders where buyer_id = ${id}) order by asked_at`,
  },
  {
    name: 'triesToPay',
    tables: ['payment_attempts'],
    rows: (
      id,
    ) => sql`select booking_id, attempt, processor, amount_cents, currency, intent_id, state, failure, customer_ref, processing_since, takes_debit, created_at, changed_at
      from payment_attempts where ${inOwnOrders(id)} order by created_at`,
  },
  {
    name: 'payments',
    tables: ['payments'],
    rows: (
      id,
    ) => sql`select id, booking_id, intent_id, charge_id, amount_cents, refunded_cents, disputed_cents, handed_back_cents, currency, method, card_brand,
      card_last4, slip, banked_on, received_at from payments where ${inOwnOrders(id)} order by received_at, id`,
  },
  {
    name: 'secondPayments',
    tables: ['stray_charges'],
    rows: (
      id,
    ) => sql`select id, booking_id, intent_id, charge_id, amount_cents, refunded_cents, handed_back_cents, currency, received_at
      from stray_charges where ${inOwnOrders(id)} order by received_at, id`,
  },
  {
    name: 'refunds',
    tables: ['refunds', 'bounced_refunds', 'refund_settlements'],
    rows: (
      id,
    ) => sql`select id, payment_id, stray_charge_id, amount_cents, reason, state, handed_back, created_at, refunds.settled_at,
        settled.how as settled_otherwise, settled.why, settled.settled_at as settled_otherwise_at,
        array(select bounced_at from bounced_refunds where refund_id = refunds.id order by bounced_at) as came_back_at
      from refunds left join refund_settlements settled on settled.refund_id = refunds.id
      where ${inOwnPayments(id)}
        or stray_charge_id in (select id from stray_charges where ${inOwnOrders(id)}) order by created_at, id`,
  },
  {
    name: 'correctedMethods',
    tables: ['desk_corrections'],
    rows: (id) => sql`select id, payment_id, cents, from_method, to_method, reason, corrected_at
      from desk_corrections where ${inOwnPayments(id)}
        or refund_id in (select id from refunds where ${inOwnPayments(id)}) order by corrected_at, id`,
  },
  {
    name: 'disputes',
    tables: ['disputes'],
    rows: (
      id,
    ) => sql`select id, payment_id, stray_charge_id, amount_cents, currency, reason, status, answer_by, opened_at, changed_at
      from disputes where ${inOwnPayments(id)}
        or stray_charge_id in (select id from stray_charges where ${inOwnOrders(id)}) order by opened_at, id`,
  },
  {
    name: 'fraudWarnings',
    tables: ['fraud_warnings'],
    rows: (id) => sql`select id, payment_id, stray_charge_id, fraud_type, warned_at, kept_at
      from fraud_warnings where ${inOwnPayments(id)}
        or stray_charge_id in (select id from stray_charges where ${inOwnOrders(id)}) order by warned_at, id`,
  },
  {
    name: 'invoices',
    tables: ['invoices'],
    rows: (id) => sql`select * from invoices where ${inOwnPayments(id)} order by year, ordinal`,
  },
  {
    name: 'months',
    tables: ['months'],
    rows: (id) => sql`select * from months where ${inOwnBookings(id)} order by dates_from`,
  },
  {
    name: 'dates',
    tables: ['participants', 'lessons'],
    rows: (
      id,
    ) => sql`select l.kind, l.booking_id, (select title from classes where id = l.class_id) as class_title,
        l.on_date, l.start_hour, l.start_minute, l.minutes, l.starts_at, l.called_off_because, p.state,
        p.attendance, p.marked_at, p.queue_number, p.promoted_at, p.free_until, p.booked_at, p.changed_at
      from participants p join lessons l on l.id = p.lesson_id where p.member_id = ${id} order by l.starts_at, p.booked_at`,
  },
  {
    name: 'allowances',
    tables: ['allowances'],
    rows: (id) =>
      sql`select given, used, during, ended_at, created_at from allowances where member_id = ${id} order by created_at, order_id`,
  },
  {
    name: 'visits',
    tables: ['visits'],
    rows: (id) => sql`select came_at, lesson_id, source, undone_at, received_at
      from visits where member_id = ${id} order by came_at, id`,
  },
  {
    name: 'makeUps',
    tables: ['make_ups'],
    rows: (id) => sql`select booking_id, because, from_date, until, spent_on is not null as is_used,
        refund_id is not null as was_refunded, reason, created_at
      from make_ups where member_id = ${id} order by created_at, id`,
  },
  {
    name: 'applications',
    tables: ['trainer_applications'],
    rows: (
      id,
    ) => sql`select name, years_of_experience, hours_a_day, weekdays, skills, photo_id, state, reason, created_at, decided_at
      from trainer_applications where user_id = ${id} order by created_at`,
  },
  {
    name: 'trainerPage',
    tables: ['trainers'],
    rows: (
      id,
    ) => sql`select name, years_of_experience, hours_a_day, weekdays, skills, about, tax_number, photo_id, joined_at, retired_at
      from trainers where user_id = ${id}`,
  },
  {
    name: 'hoursOffered',
    tables: ['slots'],
    rows: (id) => sql`select id, name, start_hour, price_cents, currency, created_at, removed_at
      from slots where ${ofOwnTrainer(id)} order by created_at, id`,
  },
  {
    name: 'hoursGiven',
    tables: ['lessons'],
    rows: (
      id,
    ) => sql`select id, kind, (select title from classes where id = class_id) as class_title, on_date, start_hour, start_minute,
        minutes, starts_at, state, called_off_because, capacity, taken
      from lessons where ${ofOwnTrainer(id)} order by starts_at, id`,
  },
  {
    name: 'absences',
    tables: ['absences'],
    rows: (id) => sql`select from_day, from_hour, until_day, until_hour, created_at from absences
      where ${ofOwnTrainer(id)} order by from_day`,
  },
  {
    name: 'shares',
    tables: ['shares'],
    rows: (id) =>
      sql`select counts_from, percent, set_at from shares where ${ofOwnTrainer(id)} order by counts_from`,
  },
  {
    name: 'statements',
    tables: ['archived_statements'],
    rows: (id) => sql`select month, trainer_name, tax_number from archived_statements
      where ${ofOwnTrainer(id)} order by month`,
  },
  {
    name: 'payouts',
    tables: ['payouts'],
    rows: (id) =>
      sql`select id, amount_cents, currency, note, created_at from payouts where ${ofOwnTrainer(id)} order by created_at`,
  },
  {
    name: 'covers',
    tables: ['cover_payments', 'lessons'],
    rows: (id) => sql`select on_date, start_hour,
        case when to_trainer_id in (select id from trainers where user_id = ${id}) then amount_cents else -amount_cents end as amount_cents,
        currency, cover_payments.created_at
      from cover_payments join lessons on lessons.id = lesson_id
      where from_trainer_id in (select id from trainers where user_id = ${id})
        or to_trainer_id in (select id from trainers where user_id = ${id}) order by cover_payments.created_at, lesson_id`,
  },
  {
    name: 'classes',
    tables: ['classes'],
    rows: (id) => sql`select id, title, description, image_id, created_at, changed_at from classes
      where ${ofOwnTrainer(id)} order by created_at`,
  },
  {
    name: 'posts',
    tables: ['posts'],
    rows: (id) => sql`select id, caption, image_id, likes, dislikes, created_at, changed_at from posts
      where author_id = ${id} order by created_at`,
  },
  {
    name: 'clicks',
    tables: ['post_clicks'],
    rows: (id) =>
      sql`select post_id, likes, dislikes from post_clicks where user_id = ${id} order by post_id`,
  },
  {
    name: 'reports',
    tables: ['reports'],
    rows: (id) =>
      sql`select post_id, reason, created_at, left_at from reports where reporter_id = ${id} order by created_at`,
  },
  {
    name: 'newsletter',
    tables: ['subscribers'],
    rows: (id) => sql`select name, email, language, created_at, confirmed_at from subscribers
      where email = ${verifiedEmail(id)}`,
  },
  {
    name: 'newslettersWritten',
    tables: ['newsletters'],
    rows: (
      id,
    ) => sql`select subject, words, image_id, alt_text, audience, state, created_at, begun_at from newsletters
      where author_id = ${id} order by created_at`,
  },
  {
    name: 'letters',
    tables: ['letters', 'tellings'],
    rows: (id) => sql`select letter, email, subject, queued_at, handed_over_at, failed_at, told_at
      from letters left join tellings on letter_id = id
      where user_id = ${id} or email = ${verifiedEmail(id)} order by queued_at, id`,
  },
  {
    name: 'activity',
    tables: ['activities'],
    rows: (id) => sql`select kind, summary, detail, booking_id, times, happened_at from activities
      where user_id = ${id} order by happened_at, id`,
  },
  {
    name: 'officeActs',
    tables: ['audit_entries'],
    rows: (id) => sql`select action, subject_kind, before, after, happened_at from audit_entries
      where actor_id = ${id} or subject_id in ${auditSubjectsOf(id)} order by id`,
  },
  {
    name: 'daysClosed',
    tables: ['closures'],
    rows: (id) =>
      sql`select from_day, until_day, reason, created_at from closures where set_by = ${id} order by from_day`,
  },
  {
    name: 'copies',
    tables: ['copies'],
    rows: (id) => sql`select requested_at, made_at, until from copies where member_id = ${id}`,
  },
]

/** The tables that an export reads. @internal */
export const exportedTables = new Set(exportSections.flatMap(({ tables }) => tables))

/** Returns the person's data by section. */
export async function readExportContents(userId: string): Promise<Record<string, unknown[]>> {
  const read: Record<string, unknown[]> = {}
  for (const { name, rows } of exportSections) read[name] = (await rows(userId).execute(db)).rows
  return read
}
