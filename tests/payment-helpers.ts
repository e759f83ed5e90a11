import { randomUUID } from 'node:crypto'
import { db } from '#db/client.ts'
import { receiveNotice } from '#domain/payments/webhook-notices.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'

export const paymentsOfBooking = (bookingId: string) =>
  db.selectFrom('payments').where('bookingId', '=', bookingId).selectAll().execute()

export const activitiesOfBooking = (bookingId: string, kind: 'payment' | 'refund') =>
  db
    .selectFrom('activities')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .select('summary')
    .execute()

/** Sends a signed event about an intent. The same id again is a repeated delivery. */
export async function sendWebhook(
  sandbox: Sandbox,
  intentId: string,
  type: Parameters<Sandbox['sign']>[0]['type'] = 'payment_intent.succeeded',
  id = `evt_${randomUUID()}`,
) {
  const created = Math.floor(Date.now() / 1000)
  const { rawBody, signature } = await sandbox.sign({ id, type, intentId, created })
  return receiveNotice(rawBody, signature)
}
