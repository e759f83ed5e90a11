import { sql } from 'kysely'
import { transaction } from '#db/client.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { formatStoredCard } from '#format/payment-methods.ts'
import { cardExpires } from './letters/card-expires.ts'

/** Days before the first period that an expired card cannot pay. */
const warningDays = 30

type ExpiringCard = {
  id: string
  memberId: string
  brand: string
  last4: string
  expiresOn: string
  title: string
  renewsAt: Date
}

/**
 * Job: queues a letter 30 days before the first period that a stored card cannot pay because it expires. Idempotent: one
 * letter a card.
 */
export async function sendCardExpiryLetters(): Promise<void> {
  await transaction(async (trx) => {
    const { rows } = await sql<ExpiringCard>`
      select stored_cards.id, stored_cards.member_id, brand, last4, expires_on, offers.title, paid.until_at as renews_at
      from memberships join stored_cards on stored_cards.id = card_id join offers on offers.id = offer_id
        join lateral (select until_at from orders where membership_id = memberships.id and orders.state in ('paid', 'ended')
          order by period desc limit 1) paid on true
      where memberships.state = 'running' and ends_at is null
        and expires_on < (paid.until_at at time zone club_zone())::date
        and paid.until_at <= club_now() + make_interval(days => ${warningDays})
        and not exists (select from letters where cause = ${cardExpires.name} || ' ' || stored_cards.id)
      order by paid.until_at limit 500`.execute(trx)
    for (const { id, memberId, brand, last4, ...facts } of rows)
      await queueMail(trx, cardExpires, {
        to: { userId: memberId },
        cause: id,
        facts: () => ({
          ...facts,
          card: formatStoredCard({ brand, last4 }),
        }),
      })
  })
}
