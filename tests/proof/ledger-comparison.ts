import { pool } from '#db/client.ts'
import type { StripeDouble } from '#tests/stripe-double/stripe-double.ts'

type ReceivedPayment = {
  intent_id: string
  booking_id: string
  kind: 'payment' | 'stray'
  amount_cents: number
  back_cents: number
  waiting: number
}

const receivedPaymentsQuery = `
  with received as (
    select id, 'payment' as kind, intent_id, booking_id, amount_cents from payments where method = 'card'
    union all
    select id, 'stray', intent_id, booking_id, amount_cents from stray_charges)
  select c.kind, c.intent_id, c.booking_id, c.amount_cents,
    coalesce(sum(r.amount_cents) filter (where r.state = 'succeeded' and r.handed_back is null), 0)::int as back_cents,
    count(*) filter (where r.state = 'pending')::int as waiting
  from received c left join refunds r on c.id = coalesce(r.payment_id, r.stray_charge_id)
  group by c.id, c.kind, c.intent_id, c.booking_id, c.amount_cents`

/**
 * Compares the club's books with the double's ledger by charges and refunds, to the cent. Returns the differences as
 * sentences.
 */
export async function findLedgerDifferences(double: StripeDouble): Promise<string[]> {
  const { rows } = await pool.query<ReceivedPayment>(receivedPaymentsQuery)
  const known = new Map(rows.map((row) => [row.intent_id, row]))
  const found: string[] = []
  const kept = new Map<string, number>()
  for (const intent of double.ledger.intents()) {
    const row = known.get(intent.id)
    known.delete(intent.id)
    if (intent.status !== 'succeeded') {
      if (row) found.push(`${intent.id} is ${intent.status}, but stands in the books`)
      continue
    }
    const backCents = double.ledger
      .refunds(intent.id)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    if (!row) found.push(`${intent.id} was charged, but is not in the books`)
    else if (row.amount_cents !== intent.amount_received) found.push(`${intent.id} has another amount`)
    else if (row.waiting > 0) found.push(`${intent.id} has refunds that are not carried out`)
    else if (row.back_cents !== backCents)
      found.push(`${intent.id}: ${row.back_cents} of ${backCents} are back`)
    const bookingId = intent.metadata['bookingId'] ?? ''
    if (intent.amount_received > backCents) kept.set(bookingId, (kept.get(bookingId) ?? 0) + 1)
  }
  found.push(...[...known.keys()].map((id) => `${id} is in the books, but nobody was charged`))
  for (const [bookingId, charges] of kept)
    if (charges > 1) found.push(`booking ${bookingId} was charged ${charges} times`)
  return [...found, ...(await findUnknownIntents(double)), ...(await findBalanceDifference(double))]
}

/** Intents without a result. */
async function findUnknownIntents(double: StripeDouble): Promise<string[]> {
  const { rows } = await pool.query<{ booking_id: string; intent_id: string | null; state: string }>(
    `select booking_id, intent_id, state from payment_attempts where state in ('creating', 'open')`,
  )
  return rows.flatMap(({ booking_id, intent_id, state }) => {
    if (state === 'creating') return [`booking ${booking_id} waits for its intent`]
    const intent = double.ledger.intents().find(({ id }) => id === intent_id)
    if (!intent) return [`booking ${booking_id} has an intent that was never made`]
    return intent.status === 'canceled' ? [`booking ${booking_id} does not know its intent is cancelled`] : []
  })
}

async function findBalanceDifference(double: StripeDouble): Promise<string[]> {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(cents), 0)::int as cents from ledger
     where kind in ('payment', 'refund') and method = 'card'`,
  )
  const [ours, theirs] = [rows[0]?.cents, double.ledger.balanceCents()]
  return ours === theirs ? [] : [`the balance is ${ours}, the card processor's ${theirs}`]
}
