import { db } from '#db/client.ts'
import type { Actor } from '#domain/actor.ts'
import type { ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import { listOffers } from '#domain/offers/offers.server.ts'
import { unpaidStates } from '#domain/orders/orders.rules.ts'
import { addDays } from '#format/days.ts'

/** How a place in a class can be bought together with its booking. */
export type ClassSale = {
  /** The cheapest single class that can be used on that day; null when none is for sale. */
  offer: { id: string; priceCents: number; currency: string } | null
  /** The viewer's unpaid order that holds a place. */
  order: { id: string; payBy: Date } | null
}

/** Returns what the viewer can buy of a class, and what they hold of it. Public. */
export async function readClassSale(
  actor: Actor,
  { id, day, today }: Pick<ClassDateDetail, 'id' | 'day' | 'today'>,
): Promise<ClassSale> {
  const [offers, order] = await Promise.all([
    listOffers(actor),
    actor.kind === 'person' ? findHeld(actor.id, id) : null,
  ])
  const [cheapest] = offers
    .filter(({ kind, validDays }) => kind === 'class' && addDays(today, validDays ?? 0) >= day)
    .toSorted((one, other) => one.priceCents - other.priceCents)
  const offer = cheapest
    ? { id: cheapest.id, priceCents: cheapest.priceCents, currency: cheapest.currency }
    : null
  return { offer, order }
}

async function findHeld(holderId: string, lessonId: string): Promise<ClassSale['order']> {
  const held = await db
    .selectFrom('orders')
    .where('holderId', '=', holderId)
    .where('lessonId', '=', lessonId)
    .where('state', 'in', unpaidStates)
    .select((eb) => ['id', eb.ref('holdExpiresAt').$notNull().as('payBy')])
    .executeTakeFirst()
  return held ?? null
}
