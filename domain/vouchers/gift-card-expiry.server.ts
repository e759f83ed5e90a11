import { sql } from 'kysely'
import { transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { leftOnGiftCard } from './gift-cards.server.ts'
import { giftCardEnds } from './letters/gift-card-ends.ts'

/** Days before the last day of a gift card at which its buyer is told. */
const warningDays = 30

type EndingCard = { orderId: string; buyerId: string; leftCents: number; currency: string; untilOn: Day }

/**
 * Job: queues a letter to the buyer of each gift card that ends within 30 days with something left on it. Idempotent: one
 * letter a card.
 */
export async function sendGiftCardLetters(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<EndingCard>`
      select orders.id as order_id, buyer_id, ${leftOnGiftCard} as left_cents, vouchers.currency,
        to_char(until_on, 'YYYY-MM-DD') as until_on
      from vouchers join orders on orders.id = vouchers.order_id
      where until_on between club_today() and club_today() + ${warningDays}::integer and ${leftOnGiftCard} > 0
        and not exists (select from letters where cause = ${giftCardEnds.name} || ' ' || orders.id)
      order by until_on limit 500`.execute(trx)
    for (const { buyerId, ...facts } of rows)
      await queueMail(trx, giftCardEnds, { to: { userId: buyerId }, cause: facts.orderId, facts })
  })
}
