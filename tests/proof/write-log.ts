import { fsyncSync, openSync, writeSync } from 'node:fs'
import { pool } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'

/** A write that the club has acknowledged. */
export type AcknowledgedWrite =
  | { kind: 'account' | 'member'; email: string }
  | { kind: 'hold'; bookingId: string; buyerId: string }
  | { kind: 'plan'; bookingId: string; plan: PlanName }
  | { kind: 'intent'; bookingId: string; clientSecret: string }
  | { kind: 'payment'; bookingId: string; paymentId: string }
  | { kind: 'let go'; bookingId: string }
  | { kind: 'refund'; refundId: string; amountCents: number }

export type WriteLog = ReturnType<typeof openWriteLog>

/** A log of acknowledged writes, synced to disk before the next request. */
export function openWriteLog(file: string) {
  const descriptor = openSync(file, 'a')
  const seen: AcknowledgedWrite[] = []
  const asked = new Map<string, Set<PlanName>>()
  return {
    seen,
    saw(entry: AcknowledgedWrite): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      fsyncSync(descriptor)
      seen.push(entry)
      if (entry.kind === 'plan') asked.set(entry.bookingId, new Set([entry.plan]))
    },
    /** Records a requested plan, which may have been saved even without a response. */
    asks(bookingId: string, plan: PlanName): void {
      asked.set(bookingId, (asked.get(bookingId) ?? new Set()).add(plan))
    },
    possiblePlans: (bookingId: string): ReadonlySet<string> => asked.get(bookingId) ?? new Set(),
  }
}

/** Returns the acknowledged writes that are missing in the database, as sentences. */
export async function findLostWrites(witness: WriteLog): Promise<string[]> {
  const [emails, members, bookings, secrets, payments, refunds] = await Promise.all([
    readColumn('select email as id from users'),
    readColumn('select u.email as id from users u join members m on m.user_id = u.id'),
    rowsById('select id, buyer_id, plan, state from bookings'),
    readColumn('select client_secret as id from payment_attempts where client_secret is not null'),
    rowsById('select id, booking_id from payments'),
    rowsById('select id, amount_cents from refunds'),
  ])
  const isThere = (entry: AcknowledgedWrite): boolean => {
    switch (entry.kind) {
      case 'account':
        return emails.has(entry.email)
      case 'member':
        return members.has(entry.email)
      case 'hold':
        return bookings.get(entry.bookingId)?.['buyer_id'] === entry.buyerId
      case 'plan':
        return witness.possiblePlans(entry.bookingId).has(String(bookings.get(entry.bookingId)?.['plan']))
      case 'intent':
        return secrets.has(entry.clientSecret)
      case 'payment':
        return payments.get(entry.paymentId)?.['booking_id'] === entry.bookingId
      case 'let go':
        return bookings.get(entry.bookingId)?.['state'] === 'cancelled'
      case 'refund':
        return refunds.get(entry.refundId)?.['amount_cents'] === entry.amountCents
    }
  }
  return witness.seen.filter((entry) => !isThere(entry)).map((entry) => JSON.stringify(entry))
}

type Row = Record<string, unknown> & { id: string }

async function rowsById(query: string): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>(query)
  return new Map(rows.map((row) => [row.id, row]))
}

const readColumn = async (query: string) => new Set((await rowsById(query)).keys())
