import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { bookingCalls } from '#api/v0/bookings.ts'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { openPool } from '#db/driver/pool.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { runningPostgresUrl } from '#platform/embedded-postgres/embedded-postgres.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { resolveActor } from '#sign-in/sessions/actor.server.ts'
import { sessionCookie } from '#sign-in/sessions/sessions.server.ts'
import { signSessionToken } from '#tests/session-token.ts'
import { cpuTimeOf } from './cpu.ts'
import { runSeedScript } from './in-process-club.ts'
import {
  connections,
  cpuPerRequest,
  measureInterleaved,
  describeMedian,
  rounds,
  type LoadResult,
} from './load-test.ts'
import { startClub } from './servers.ts'

const holdsARound = 500
const holding = bookingCalls.find(({ name }) => name === 'holdSlot')!

type Member = { id: string; token: string; cookie: string }
/** A member who holds a free slot without a competitor. */
type HoldRequest = { member: Member; slotId: string }
type Statement = { text: string; values: unknown[] }
type RecordedStatements = { statements: Statement[]; ids: string[] }

export type HoldsRow = { club: LoadResult; straight: LoadResult; statements: number }

/**
 * Holds a second over HTTP by sixteen concurrent members of thousands, each of another slot; beside the same
 * statements on the same database without a club.
 */
export async function measureHolds(): Promise<HoldsRow> {
  const secret = randomBytes(32).toString('hex')
  const club = await startClub({ WORKERS: 'off', AUTH_SECRET: secret })
  const url = runningPostgresUrl(join(club.folder!, 'postgres'))!
  const straight = openPool(url, { connections, enforceTimeouts: false })
  try {
    startAuth({ secret, publicUrl: club.url })
    const wishes = await createHoldRequests(url, secret)
    const take = () => wishes.splice(0, holdsARound)
    const recorded = await recordWarmHold(url, wishes.splice(0, 2))
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const measured = await measureInterleaved({
      straight: () =>
        measure({ pid: process.pid, folder: club.folder }, take(), (wish) =>
          replay(recorded, wish, straight),
        ),
      club: () => measure(club, take(), (wish) => holdOverHttp(club.url, wish, agent)),
    })
    agent.destroy()
    return { ...measured, statements: recorded.statements.length }
  } finally {
    await straight.end()
    await club.stop()
  }
}

/** Buyers of the large club with a session each, and free slots. */
async function createHoldRequests(url: string, secret: string): Promise<HoldRequest[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    await runSeedScript(database, 'seed.sql')
    const { rows: sessions } = await database.query<{ id: string; token: string }>(`
      insert into sessions (token, user_id, expires_at, updated_at)
      select gen_random_uuid(), id, club_now() + interval '1 day', club_now() from users
      where email like 'buyer%@large.example' returning user_id as id, token`)
    const { rows: slots } = await database.query<{ id: string }>(`
      select slots.id from slots join trainers on trainers.id = trainer_id
      where trainers.name like 'Trainer %' and not exists (
        select from bookings where slot_id = slots.id and state in ('held', 'paying', 'paid'))
      order by slots.id`)
    const members = sessions.map((session) => ({
      ...session,
      cookie: `${sessionCookie()}=${signSessionToken(session.token, secret)}`,
    }))
    // concurrent members choose different trainers
    return members.flatMap((member, index) => {
      const slot = slots[(index * 7) % slots.length]
      return slot ? [{ member, slotId: slot.id }] : []
    })
  } finally {
    await database.end()
  }
}

/** Holds two slots in this process and records the statements of the second; the first opens a connection. */
async function recordWarmHold(url: string, wishes: HoldRequest[]): Promise<RecordedStatements> {
  openDatabase(url)
  try {
    const [, recorded] = [await record(wishes[0]!), await record(wishes[1]!)]
    return recorded
  } finally {
    await closeDatabase()
  }
}

/** The club's statements for a hold. */
async function record({ member, slotId }: HoldRequest): Promise<RecordedStatements> {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function recording(this: pg.Client, ...words: unknown[]) {
    const [statement, values = []] = words as [string | Statement, unknown[]?]
    statements.push(typeof statement === 'string' ? { text: statement, values } : statement)
    return Reflect.apply(query, this, words)
  } as typeof query
  try {
    const actor = await resolveActor(new Headers({ cookie: member.cookie }))
    const { bookingId } = await holdSlot(actor, { slotId }, '127.0.0.1')
    return { statements, ids: [member.id, member.token, slotId, bookingId] }
  } finally {
    pg.Client.prototype.query = query
  }
}

/** The same hold for another pair of member and slot. */
async function replay(
  { statements, ids }: RecordedStatements,
  { member, slotId }: HoldRequest,
  pool: pg.Pool,
): Promise<void> {
  const own = [member.id, member.token, slotId]
  const client = await pool.connect()
  try {
    for (const { text, values } of statements) {
      const asked = values.map((value) => own[ids.indexOf(String(value))] ?? value)
      const { rows } = await client.query<{ id: string }>(text, asked)
      if (text.startsWith('insert into "orders"')) own.push(rows[0]!.id)
    }
  } finally {
    client.release()
  }
}

async function holdOverHttp(url: string, { member, slotId }: HoldRequest, agent: Agent): Promise<void> {
  const headers = { cookie: member.cookie, origin: url, 'content-type': 'application/json' }
  const { method, path, fields } = holding
  const asked = request(`${url}/api${path}`, { method, agent, headers })
  // the contract names the field of the slot
  const [outer = '', inner = ''] = fields?.['slotId']?.split('.') ?? []
  asked.end(JSON.stringify({ [outer]: { [inner]: slotId } }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const answer = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`An hour could not be held: ${answer.toString()}`)
}

/** Sixteen concurrent workers; each takes the next slot after a hold. */
async function measure(
  club: { pid: number; folder: string | null },
  wishes: HoldRequest[],
  hold: (wish: HoldRequest) => Promise<void>,
): Promise<LoadResult> {
  const waiting = wishes.values()
  const [before, began] = [cpuTimeOf(club), performance.now()]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const wish of waiting) await hold(wish)
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const cpu = cpuPerRequest(before, cpuTimeOf(club), wishes.length)
  return { perSecond: Math.round(wishes.length / seconds), p99: 0, cpu }
}

export function holdsTable({ club, straight, statements }: HoldsRow): string {
  const line = (name: string, { perSecond, cpu }: LoadResult) =>
    `| ${name} | ${perSecond} | ${cpu.node.toFixed(2)} | ${cpu.database.toFixed(2)} | ${(perSecond / straight.perSecond).toFixed(2)} |`
  return [
    `${describeMedian(rounds)} ${holdsARound} holds each, alternating, ${connections} at once, ${statements} statements each. CPU is milliseconds a hold.`,
    '',
    '| Holds | A second | Node | PostgreSQL | Ratio |',
    '|---|---:|---:|---:|---:|',
    line('members, over HTTP', club),
    line('the same statements, straight', straight),
  ].join('\n')
}
