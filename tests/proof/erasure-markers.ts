import pg from 'pg'

// Searches the database for data of a person. All text columns of their rows are filled with their name, email and a
// unique word, and every column of every table is searched for these after the erasure.

/** The rows of a person with the id $1, by table. A new table belongs here or below. */
export const personalRowQueries: Record<string, string> = {
  allowances: 'member_id = $1',
  absences: 'trainer_id in (select id from trainers where user_id = $1)',
  accounts: 'user_id = $1',
  activities: 'user_id = $1',
  archived_statements: 'trainer_id in (select id from trainers where user_id = $1)',
  audit_entries: 'actor_id = $1 or subject_id = $1::text',
  bookings: 'buyer_id = $1',
  bounced_refunds:
    'refund_id in (select r.id from refunds r join payments p on p.id = r.payment_id join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  compared_charges: 'member_id = $1',
  collection_tries: 'order_id in (select id from orders where buyer_id = $1)',
  collections: 'order_id in (select id from orders where buyer_id = $1)',
  classes: 'trainer_id in (select id from trainers where user_id = $1)',
  closures: 'set_by = $1',
  copies: 'member_id = $1',
  desk_corrections:
    'payment_id in (select p.id from payments p join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  disputes:
    'payment_id in (select p.id from payments p join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  fraud_warnings:
    'payment_id in (select p.id from payments p join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  cover_payments:
    'from_trainer_id in (select id from trainers where user_id = $1) or to_trainer_id in (select id from trainers where user_id = $1)',
  guardians: 'member_id = $1',
  health_answers: 'member_id = $1',
  images: 'owner_id = $1',
  import_keys: 'member_id = $1',
  import_rows: 'member_id = $1',
  invoices:
    'payment_id in (select p.id from payments p join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  lessons: 'booking_id in (select id from bookings where buyer_id = $1)',
  letters: 'user_id = $1',
  make_ups: 'member_id = $1',
  member_notes: 'member_id = $1',
  members: 'user_id = $1',
  months: 'booking_id in (select id from bookings where buyer_id = $1)',
  newsletters: 'author_id = $1',
  opening_balances: 'member_id = $1',
  consents: 'member_id = $1',
  memberships: 'member_id = $1',
  pauses: 'membership_id in (select id from memberships where member_id = $1)',
  orders: 'buyer_id = $1',
  payment_attempts: 'booking_id in (select id from bookings where buyer_id = $1)',
  payments: 'booking_id in (select id from bookings where buyer_id = $1)',
  payouts: 'trainer_id in (select id from trainers where user_id = $1)',
  participants: 'member_id = $1',
  post_clicks: 'user_id = $1',
  posts: 'author_id = $1',
  processor_customers: 'member_id = $1',
  refunds:
    'payment_id in (select p.id from payments p join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  refund_settlements:
    'refund_id in (select r.id from refunds r join payments p on p.id = r.payment_id join bookings b on b.id = p.booking_id where b.buyer_id = $1)',
  reports: 'reporter_id = $1',
  sessions: 'user_id = $1',
  shares: 'trainer_id in (select id from trainers where user_id = $1)',
  slots: 'trainer_id in (select id from trainers where user_id = $1)',
  stored_cards: 'member_id = $1',
  stray_charges: 'booking_id in (select id from bookings where buyer_id = $1)',
  subscribers: 'email = (select email from users where id = $1)',
  trainer_applications: 'user_id = $1',
  trainers: 'user_id = $1',
  visits: 'member_id = $1',
  voucher_uses: 'order_id in (select id from orders where buyer_id = $1)',
  withdrawals: 'order_id in (select id from orders where buyer_id = $1)',
  waiver_signatures: 'member_id = $1',
  tellings: 'letter_id in (select id from letters where user_id = $1)',
  two_factors: 'user_id = $1',
  users: 'id = $1',
  verifications: "value like '%' || $1::text || '%'",
}

/** Tables without people, and the reason. */
export const tablesWithoutPersonalData: Record<string, string> = {
  cash_days: 'sums of a day, and who counted',
  month_archives: 'the letterhead of the club',
  class_times: 'weekly times of classes',
  rooms: 'rooms of the club',
  club_devices: 'browsers at the desk of the club',
  waivers: 'texts of the club, and who wrote them',
  imports: 'an uploaded table, deleted after a week as a whole; its rows are in import_rows',
  comparisons: 'which admin compares with an old system; its charges are in compared_charges',
  first_refusals: 'slots and the months that had them',
  club: 'what the club says of itself',
  gallery_items: 'pictures of the club',
  active_members: 'until when somebody has an hour, as their bookings say',
  slot_totals: 'sums of all',
  ledger_days: 'sums of all',
  newsletter_sums: 'sums of all',
  opening_hours: 'of the club',
  club_pictures: 'pictures of the club',
  translations: 'words of the club',
  offers: 'the same for everybody, and which admin set it',
  vouchers: 'codes of the club, and gift cards, whose buyer is that of their order',
  voucher_offers: 'which offers a code applies to',
  plans: 'the same for everybody',
  policies: 'the same for everybody',
  post_days: 'counts of all',
  post_months: 'counts of all',
  processor_checks: 'when the card processor was asked',
  processor_events: 'names of notices',
  processor_movements: 'amounts and names of payments at the card processor',
  processor_payouts: 'transfers to the bank account of the club',
  rate_limits: 'digests, which end by themselves',
  received_intents: 'names of payments at the card processor',
  sandbox_intents: 'the card processor of the demo club',
  sandbox_methods: 'the card processor of the demo club',
  subscriber_days: 'counts of all',
  subscriber_months: 'counts of all',
  trainer_sums: 'sums of a trainer who stays in the books',
  trainer_slot_counts: 'how many hours a trainer offers, and how many are sold',
  sandbox_refunds: 'the card processor of the demo club',
  sandbox_setups: 'the card processor of the demo club',
  testimonials: 'entered by the office with a consent of its own',
}

/** Public texts, which stay without their author. */
export const publishedColumns = [
  'bookings.held_slot',
  'classes.description',
  'classes.title',
  'closures.reason',
  'consents.words',
  'newsletters.alt_text',
  'newsletters.subject',
  'newsletters.words',
  'posts.caption',
  'reports.words',
  'slots.name',
]

/** Notes of others about payments, which stay in the books without name and email. */
export const bookkeepingColumns = [
  'bookings.discount_reason',
  'desk_corrections.reason',
  'invoices.reason',
  'make_ups.reason',
  'orders.discount_reason',
  'payouts.note',
  'refund_settlements.why',
  'refunds.reason',
]

/** Columns without text of a person: external names, codes, facts about the club, and trainers' names. */
const impersonalColumns = [
  // the reply of the mail server to its own first addresses
  'newsletters.pause_reason',
  'audit_entries.action',
  'audit_entries.subject_id',
  'audit_entries.subject_kind',
  'disputes.id',
  'disputes.reason',
  'disputes.status',
  'fraud_warnings.fraud_type',
  'fraud_warnings.id',
  'invoices.number',
  'invoices.seller_address',
  'invoices.seller_email',
  'invoices.seller_name',
  'invoices.seller_telephone',
  'invoices.slot_name',
  'invoices.tax_number',
  'invoices.trainer_name',
  'payment_attempts.client_secret',
  'payment_attempts.intent_id',
  'payments.card_brand',
  'payments.card_last4',
  'payments.charge_id',
  'payments.intent_id',
  'payments.slip',
  'payouts.request_key',
  'refunds.processor_refund_id',
  'refunds.request_key',
  'stray_charges.charge_id',
  'stray_charges.intent_id',
  'subscribers.email',
  'users.email',
  'users.name',
]

export type ErasureMarkers = { name: string; email: string; word: string }

type Column = { table: string; column: string; type: string }

/** Every text column of the club's tables. */
async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
      and c.udt_name in ('text', '_text', 'jsonb', 'json', 'varchar', 'bpchar', 'bytea') order by 1, 2`)
  return rows
}

export async function readTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`)
  return rows.map(({ name }) => name)
}

/** Runs `work` with triggers disabled. */
export async function withoutTriggers<Result>(
  client: pg.Client,
  work: () => Promise<Result>,
): Promise<Result> {
  const tables = await readTables(client)
  const switchRules = async (word: string) => {
    for (const table of tables) await client.query(`alter table ${table} ${word} trigger user`)
  }
  await switchRules('disable')
  const result = await work()
  await switchRules('enable')
  return result
}

/** Tables in which this person has no row at all. */
export async function findTablesWithoutRows(client: pg.Client, userId: string): Promise<string[]> {
  const empty: string[] = []
  for (const [table, where] of Object.entries(personalRowQueries)) {
    const { rows } = await client.query(`select from ${table} where ${where} limit 1`, [userId])
    if (rows.length === 0) empty.push(table)
  }
  return empty
}

/** Writes the markers into every column of the person's rows that accepts them. Returns those columns. */
export async function writeMarkers(
  client: pg.Client,
  userId: string,
  marks: ErasureMarkers,
): Promise<string[]> {
  const filled: string[] = []
  const words = `${marks.name} ${marks.email} ${marks.word}`
  for (const { table, column, type } of await readColumns(client)) {
    const where = personalRowQueries[table]
    if (!where || impersonalColumns.includes(`${table}.${column}`)) continue
    const value =
      type === '_text' ? `array[$2::text]` : type === 'jsonb' ? `jsonb_build_object('words', $2::text)` : '$2'
    // a short column takes the word only; a column with a check on a list or a foreign key takes none
    for (const text of [words, marks.word]) {
      const took = await client
        .query(
          `update ${table} set ${column} = ${value} where ctid = (select ctid from ${table} where ${where} limit 1)`,
          [userId, text],
        )
        .then(
          ({ rowCount }) => rowCount === 1,
          (error: pg.DatabaseError) => {
            if (['23514', '23503', '22001'].includes(error.code ?? '')) return false
            throw error
          },
        )
      if (took) filled.push(`${table}.${column}`)
      if (took) break
    }
  }
  return filled
}

/** Returns the columns that contain a text, in all tables, including jobs. */
export async function findTextInDatabase(client: pg.Client, text: string): Promise<string[]> {
  const found: string[] = []
  const jobs = { table: 'pgboss.job', column: 'data' }
  for (const { table, column } of [...(await readColumns(client)), jobs]) {
    const { rows } = await client.query(
      `select from ${table} where strpos(lower(${column}::text), lower($1)) > 0 limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
