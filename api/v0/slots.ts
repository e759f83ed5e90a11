import { z } from 'zod'
import { identifier, money, presentMoney } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import type { Slot } from '#domain/slots/slots.server.ts'

export const slot = z
  .strictObject({
    _id: identifier,
    slot_name: z.string(),
    cls_time: z
      .int()
      .min(bounds.startHour.least)
      .max(bounds.startHour.most)
      .meta({ description: 'Hour of the start, 0 to 23.' }),
    price: money.meta({ description: 'Per month, without a plan’s surcharge.' }),
    buyer_name: z.string().meta({
      description:
        'Empty when free; the buyer’s name for the trainer and admins once paid; otherwise ‘Booked’.',
    }),
    available: z.boolean().meta({
      description: 'False when held or sold, and when the coming month has no date that can be given.',
    }),
  })
  .meta({ id: 'Slot' })

export function presentSlot({
  id,
  name,
  startHour,
  priceCents,
  buyerName,
  state,
}: Slot): z.infer<typeof slot> {
  return {
    _id: id,
    slot_name: name,
    cls_time: startHour,
    price: presentMoney(priceCents),
    buyer_name: buyerName,
    available: state === 'free',
  }
}
