import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { invalidAt, notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/write-order.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { countCodeGuess } from './code-guesses.server.ts'
import { formatCode, giftCardAlphabet, giftCardCodeLength, normaliseCode } from './vouchers.rules.ts'

/** SQL for what can still be spent of a gift card, in cents. */
export const leftOnGiftCard = sql<number>`(case when coalesce(vouchers.until_on >= club_today(), true)
  then greatest(0, vouchers.value_cents - vouchers.spent_cents - vouchers.withheld_cents) else 0 end)`

/** A gift card, as its holder sees it. Amounts are in cents. */
export type GiftCard = {
  valueCents: number
  leftCents: number
  currency: string
  /** Last day of use; null without an end. */
  untilOn: Day | null
}

const giftCardColumns = () =>
  db
    .selectFrom('vouchers')
    .where('vouchers.kind', '=', 'gift_card')
    .select((eb) => [
      eb.ref('vouchers.valueCents').$notNull().as('valueCents'),
      leftOnGiftCard.as('leftCents'),
      'vouchers.currency',
      sql<Day | null>`to_char(until_on, 'YYYY-MM-DD')`.as('untilOn'),
    ])

/** Inserts the gift card of an order that is paid. Returns its code. */
export async function insertGiftCard(trx: Transaction, order: Order): Promise<string> {
  const code = createGiftCardCode()
  await trx
    .insertInto('vouchers')
    .values({
      code,
      kind: 'gift_card',
      valueCents: order.priceCents,
      orderId: order.id,
      untilOn: sql<Day | null>`(${order.untilAt}::timestamptz at time zone club_zone())::date - 1`,
    })
    .execute()
  return code
}

/** 16 characters of 32, so that a code cannot be guessed. */
const createGiftCardCode = () =>
  Array.from(
    randomBytes(giftCardCodeLength),
    (byte) => giftCardAlphabet[byte % giftCardAlphabet.length],
  ).join('')

/**
 * Returns the gift card of a code, for its holder. Counts the guess. Throws `limited` after too many, and `invalid` for
 * an unknown code.
 */
export async function checkGiftCard(actor: Actor, typed: string, network: string): Promise<GiftCard> {
  return countCodeGuess(actor, network, async () => {
    const card = await giftCardColumns().where('code', '=', normaliseCode(typed)).executeTakeFirst()
    if (!card) throw invalidAt('code', t('giftCard.unknown'))
    return card
  })
}

/** A gift card, to be printed. */
export type PrintedGiftCard = GiftCard & {
  /** Null for the desk, until it asks for it. */
  code: string | null
  isOwn: boolean
  buyerId: string
  buyerName: string
}

/**
 * Returns the gift card that an order bought, with its code for its buyer, and without it for the desk. Throws
 * `not-found` for other people's, and before it is paid.
 */
export async function getGiftCard(actor: Actor, orderId: string): Promise<PrintedGiftCard> {
  const { id: _, ...card } = await findGiftCard(actor, orderId)
  return card.isOwn ? card : { ...card, code: null }
}

/** Returns the gift card like `getGiftCard`, with its code for the desk as well; audited for the desk. */
export async function revealGiftCard(actor: Actor, orderId: string): Promise<PrintedGiftCard> {
  const { id, ...card } = await findGiftCard(actor, orderId)
  if (!card.isOwn)
    await transaction((trx) =>
      recordAudit(trx, {
        actorId: requirePerson(actor).id,
        action: 'show gift card',
        subjectKind: 'voucher',
        subjectId: id,
      }),
    )
  return card
}

async function findGiftCard(actor: Actor, orderId: string) {
  const person = requirePerson(actor)
  const id = requireId(orderId, t('refusal.thisGiftCard'))
  const card = await giftCardColumns()
    .innerJoin('orders', 'orders.id', 'vouchers.orderId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .where('orders.id', '=', id)
    .select(['vouchers.id', 'vouchers.code', 'orders.buyerId', 'users.name as buyerName'])
    .executeTakeFirst()
  if (!card || (card.buyerId !== person.id && !can(person, 'desk.use')))
    throw notFound(t('refusal.thisGiftCard'))
  return { ...card, code: formatCode(card.code), isOwn: card.buyerId === person.id }
}

/** A gift card as the office lists it, with the end of its code only. */
export type ListedGiftCard = GiftCard & {
  orderId: string
  codeEnd: string
  buyerId: string
  buyerName: string
  uses: number
}

/** Returns the gift cards, newest first, at most 500. Throws `forbidden` without the permission `prices.manage`. */
export async function listGiftCards(actor: Actor): Promise<ListedGiftCard[]> {
  requirePermission(actor, 'prices.manage')
  return giftCardColumns()
    .innerJoin('orders', 'orders.id', 'vouchers.orderId')
    .innerJoin('users', 'users.id', 'orders.buyerId')
    .select(['orders.id as orderId', 'orders.buyerId', 'users.name as buyerName', 'uses'])
    .select(sql<string>`right(code, 4)`.as('codeEnd'))
    .orderBy('vouchers.createdAt', 'desc')
    .orderBy('vouchers.id')
    .limit(500)
    .execute()
}
