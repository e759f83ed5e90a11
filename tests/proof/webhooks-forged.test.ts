import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cards, setCardProcessor } from '#platform/cards/cards.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { bookingStateOf } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom } from '#tests/stripe-double/faults.ts'
import {
  createPendingPayment,
  createBuyers,
  createFreeSlots,
  deleteAllBookings,
  useStripeClub,
  type PendingPayment,
} from './stripe-club.ts'
import { timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

useDatabase()
const api = useApi()
const club = useStripeClub()
const random = seededRandom(randomSeed)
const secret = 'whsec_double'
const now = () => Math.floor(Date.now() / 1000)
const sign = (payload: string, more: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...more })

type ForgedWebhook = { body: string; signature: string | null }
/** Every way to forge an event, from a genuine body that would settle a payment. */
const forgeries: Record<string, (body: string) => ForgedWebhook> = {
  'a wrong secret': (body) => ({ body, signature: sign(body, { secret: `whsec_${random()}` }) }),
  'an empty secret': (body) => {
    const mac = createHmac('sha256', '').update(`${now()}.${body}`).digest('hex')
    return { body, signature: `t=${now()},v1=${mac}` }
  },
  '301 seconds old': (body) => ({ body, signature: sign(body, { timestamp: now() - 301 }) }),
  'from the future': (body) => ({ body, signature: sign(body, { timestamp: now() + 310 }) }),
  'a byte changed': (body) => {
    const place = Math.floor(random() * body.length)
    const byte = body[place] === 'x' ? 'y' : 'x'
    return { body: body.slice(0, place) + byte + body.slice(place + 1), signature: sign(body) }
  },
  'no header': (body) => ({ body, signature: null }),
  'another header’s time': (body) => ({ body, signature: sign(body).replace(/^t=\d+/, `t=${now() - 7}`) }),
  'another scheme': (body) => ({ body, signature: sign(body).replace('v1=', 'v0=') }),
}
const kinds = Object.keys(forgeries)

let paying: PendingPayment
beforeEach(async () => {
  await deleteAllBookings()
  const [buyer] = await createBuyers(1)
  const [slotId] = await createFreeSlots(1)
  if (buyer && slotId) paying = await createPendingPayment(buyer, slotId)
  club.double.pay(paying.clientSecret)
})
afterEach(() => setCardProcessor(createStripeProcessor(club.double.settings)))

const genuineBody = () => JSON.stringify(club.double.events.all().at(-1))
/** Returns the status, or 0 when the club closed the connection because of the body's size. */
async function send({ body, signature }: ForgedWebhook): Promise<number> {
  const headers: Record<string, string> = signature === null ? {} : { 'Stripe-Signature': signature }
  return api.send('POST', '/webhooks/stripe', { body, headers }).then(
    ({ status }) => status,
    () => 0,
  )
}
const rowsOf = async (table: 'processorEvents' | 'payments') =>
  (await db.selectFrom(table).select('id').execute()).length

describe('forged webhooks', () => {
  test(
    'are all refused and leave nothing behind; the genuine one is taken afterwards',
    async (context) => {
      const count = repetitions(60, 500)
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1) {
        const forge = forgeries[kinds[index % kinds.length] ?? '']
        if (forge) statuses.push(await send(forge(genuineBody())))
      }
      expect(new Set(statuses)).toEqual(new Set([422]))
      const large = repetitions(2, 10)
      for (let index = 0; index < large; index += 1) {
        const body = genuineBody().replace('{', `{"padding":"${'x'.repeat(10_000_000)}",`)
        expect([413, 0]).toContain(await send({ body, signature: sign(body) }))
      }
      setCardProcessor(createStripeProcessor({ ...club.double.settings, secretKey: 'sk_live_club' }))
      const testBody = genuineBody()
      for (let index = 0; index < large; index += 1)
        expect(await send({ body: testBody, signature: sign(testBody) }), 'a test event in live mode').toBe(
          422,
        )
      expect(await rowsOf('processorEvents')).toBe(0)
      expect(await rowsOf('payments')).toBe(0)
      expect(await bookingStateOf(paying.bookingId)).toBe('paying')
      setCardProcessor(createStripeProcessor(club.double.settings))
      expect(await send({ body: testBody, signature: sign(testBody) })).toBe(200)
      expect(await bookingStateOf(paying.bookingId)).toBe('paid')
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Forged events', { forgeries: count + 2 * large, accepted: 0 })
    },
    timeoutFor(150_000, 300_000),
  )

  test('are all taken without the guard, the check of signatures', async () => {
    setCardProcessor({
      ...cards,
      verifyNotice: async (rawBody) => {
        const event = JSON.parse(String(rawBody)) as { id: string; type: string }
        return { id: event.id, type: event.type, subject: { kind: 'intent', id: paying.intentId } }
      },
    })
    for (const kind of kinds) {
      const forged = forgeries[kind]?.(genuineBody())
      if (!forged) continue
      // any changed byte may leave no JSON at all, so this one changes the event's id
      if (kind === 'a byte changed') forged.body = genuineBody().replace('evt_', 'evt-')
      expect(await send(forged), kind).toBe(200)
    }
    expect(await bookingStateOf(paying.bookingId)).toBe('paid')
  })
})
