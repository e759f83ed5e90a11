import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { runningPostgresUrl } from '#platform/embedded-postgres/embedded-postgres.ts'
import { readSecretFile } from '#platform/files/secret-file.ts'
import { signSessionToken } from '#tests/session-token.ts'
import { testLanguage } from './language.ts'
import { dataFolder, externalDatabase, externalAuthSecret } from './run-settings.ts'

// Direct access to the club's database, for what a browser cannot do: move time, create trainers, count rows.

let pool: pg.Pool | undefined

export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  pool ??= new pg.Pool({ connectionString: databaseUrl(), max: 2, allowExitOnIdle: true })
  return (await pool.query<Row>(text, values)).rows
}

/** Connection to this run's database. */
export function databaseUrl(): string {
  const url = externalDatabase?.url ?? runningPostgresUrl(join(dataFolder, 'postgres'))
  if (!url) throw new Error(`No club has its database in ${dataFolder}.`)
  return url
}

/** Inserts an account with the demo's password hash, which saves the time to compute one. */
export async function insertAccount(name: string, email: string): Promise<void> {
  await query(
    `with person as (insert into users (name, email, email_verified) values ($1, $2, false) returning id)
      insert into accounts (account_id, provider_id, user_id, password, updated_at)
        select person.id, provider_id, person.id, password, current_timestamp
        from person, accounts join users on users.id = user_id
        where provider_id = 'credential' and users.email = 'trainer@palestra.example'`,
    [name, email],
  )
  // who signs up on a page has its language
  if (testLanguage() !== 'en')
    await query(
      `insert into members (user_id, role, language) select id, 'member', $2 from users where email = $1`,
      [email, testLanguage()],
    )
}

/** Creates a session of an account. Returns the value of its cookie. */
export const insertSession = async (email: string): Promise<string> =>
  insertSessionIn(query, externalDatabase ? externalAuthSecret : await readSecretFile(dataFolder), email)

/** The same for another club, with its query function and session secret. */
export async function insertSessionIn(
  ask: typeof query,
  secret: string | null,
  email: string,
): Promise<string> {
  const token = randomUUID()
  const begun = await ask(
    `insert into sessions (token, user_id, expires_at, updated_at)
      select $1, id, club_now() + interval '1 day', club_now() from users where email = $2 returning id`,
    [token, email],
  )
  if (begun.length === 0 || secret === null)
    throw new Error(`${email} has no account in a club that is open.`)
  return signSessionToken(token, secret)
}

/** Makes an account a trainer with slots from 06:00. Returns the trainer's id. */
export const insertTrainer = (email: string, hours: number): Promise<string> =>
  insertTrainerIn(query, email, hours)

/** The same for another club, with its query function. */
export async function insertTrainerIn(ask: typeof query, email: string, hours: number): Promise<string> {
  const [hired] = await ask<{ id: string }>(
    `with person as (select id, name from users where email = $1),
      member as (insert into members (user_id, role) select id, 'trainer' from person
        on conflict (user_id) do update set role = 'trainer' returning user_id),
      trainer as (insert into trainers (user_id, name, years_of_experience, hours_a_day, weekdays, skills)
        select user_id, person.name, 7, $2, '{Monday,Tuesday,Wednesday,Thursday,Friday}', '{Patience}'
        from member join person on person.id = member.user_id returning id),
      hours as (insert into slots (trainer_id, name, start_hour, price_cents)
        select id, 'Slot ' || hour, 5 + hour, 5000 from trainer, generate_series(1, $2) as hour)
      select id from trainer`,
    [email, hours],
  )
  if (!hired) throw new Error(`${email} has no account.`)
  return hired.id
}

/** Moves a trainer to the top of lists, which are sorted by joining date. */
export async function moveTrainerToTop(trainerId: string): Promise<void> {
  await query(`update trainers set joined_at = '2005-01-01' where id = $1`, [trainerId])
}

/** Moves the end of a hold to `seconds` from now. */
export async function setHoldExpiry(seconds: number, bookingId: string): Promise<void> {
  await query(`update orders set hold_expires_at = club_now() + make_interval(secs => $1) where id = $2`, [
    seconds,
    bookingId,
  ])
}

/** Returns the payments of a booking, in cents. */
export async function paymentsOf(bookingId: string): Promise<number[]> {
  const rows = await query<{ amount: number }>(
    'select amount_cents as amount from payments where booking_id = $1',
    [bookingId],
  )
  return rows.map(({ amount }) => amount)
}

export async function bookingStateOf(bookingId: string): Promise<string> {
  const [booking] = await query<{ state: string }>('select state from bookings where id = $1', [bookingId])
  return booking?.state ?? 'none'
}

/** Returns income less refunds, in cents. */
export async function totalPayment(): Promise<number> {
  const [sum] = await query<{ cents: string }>(
    `select sum(cents) as cents from ledger where kind in ('payment', 'refund')`,
  )
  return Number(sum?.cents ?? 0)
}
