import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import {
  createdAt,
  deleted,
  identifier,
  acceptedButUnused,
  inserted,
  modified,
  money,
  ownEmail,
  picture,
  createDateFormatter,
  type DateFormatter,
  presentMoney,
  presentPicture,
  requireOwnIdentity,
  shownPrice,
  wireDate,
} from '#api/wire.ts'
import { conflict } from '#core/errors.ts'
import { holdSlotInput } from '#domain/bookings/bookings.input.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { getBooking, type Booking } from '#domain/bookings/read-bookings.server.ts'
import { bounds } from '#domain/bounds.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { releaseHold } from '#domain/checkout/release-hold.server.ts'
import { orderStates } from '#domain/orders/orders.rules.ts'
import {
  exampleBooking,
  exampleBookingId,
  exampleMemberEmail,
  exampleSlot,
  exampleTrainer,
} from './examples.ts'
import { slot } from './slots.ts'

const moment = z.iso.datetime().nullable()
const planNames = z.enum(['silver', 'gold', 'diamond'], { error: 'Choose silver, gold or diamond.' })

export const booking = z
  .strictObject({
    _id: identifier,
    buyer_email: z.string(),
    buyer_name: z.string(),
    cls: slot,
    status: z
      .union([planNames, z.literal('')])
      .meta({ description: 'The plan; empty before one is chosen.' }),
    trainer: z.strictObject({ _id: identifier, name: z.string(), email: z.string(), img: picture }),
    classData: z.int().nullable().meta({ description: 'Classes a month with the plan: 5, 3 or 6.' }),
    price: money.nullable().meta({ description: 'Per month with the plan; null before one is chosen.' }),
    update_price: money.nullable().meta({ description: 'The same as price.' }),
    state: z.enum(orderStates as [string, ...string[]]),
    holdExpiresAt: moment.meta({ description: 'The slot is released then unless it is paid.' }),
    paidUntil: moment,
    failure: z.string().nullable().meta({ description: 'Why the last card was declined.' }),
    transctionID: z.string().nullable().meta({ description: 'The intent that paid.' }),
    date: wireDate,
    createdAt,
  })
  .meta({ id: 'Booking' })

function presentBooking(found: Booking, written: DateFormatter): z.input<typeof booking> {
  const { slot: hour, trainer, buyer } = found
  const price = found.amountCents === null ? null : presentMoney(found.amountCents)
  return {
    _id: found.id,
    buyer_email: buyer.email,
    buyer_name: buyer.name,
    cls: {
      _id: hour.id,
      slot_name: hour.name,
      cls_time: hour.startHour,
      price: presentMoney(found.slotPriceCents),
      buyer_name: buyer.name,
      available: false,
    },
    status: found.plan ?? '',
    trainer: {
      _id: trainer.id,
      name: trainer.name,
      email: trainer.email,
      img: presentPicture(trainer.picture),
    },
    classData: found.classes,
    price,
    update_price: price,
    state: found.state,
    holdExpiresAt: found.holdExpiresAt?.toISOString() ?? null,
    paidUntil: found.paidUntil?.toISOString() ?? null,
    failure: found.failure,
    transctionID: found.payment?.intentId ?? null,
    date: written(found.createdAt),
    createdAt: found.createdAt.toISOString(),
  }
}

const { slotId, trainerId, slotName } = holdSlotInput.shape

const newBooking = z
  .object({
    buyer_email: ownEmail.optional(),
    buyer_name: acceptedButUnused('your own name.'),
    cls: z.object(
      {
        _id: slotId.meta({ format: 'uuid' }),
        slot_name: slotName.meta({ maxLength: bounds.slotName.most }),
        price: shownPrice.optional(),
        cls_time: acceptedButUnused('the slot’s own hour.'),
        buyer_name: acceptedButUnused('the buyer’s name.'),
      },
      { error: 'Choose a slot.' },
    ),
    status: z.literal('', { error: 'A new booking has no plan yet: its status is empty.' }).optional(),
    trainer: z
      .object({ _id: trainerId.meta({ format: 'uuid' }) }, { error: 'The trainer isn’t valid.' })
      .optional()
      .meta({ description: 'Required with cls.slot_name if cls._id is missing.' }),
  })
  .refine(
    ({ cls, trainer }) =>
      cls._id !== undefined || (cls.slot_name !== undefined && trainer?._id !== undefined),
    { error: 'Choose a slot.', path: ['cls', '_id'] },
  )

const chosenPlan = z.object({
  status: planNames.meta({ description: 'The plan.' }),
  classData: z
    .int({ error: 'classData must be a whole number.' })
    .optional()
    .meta({ description: 'Classes a month as displayed. If they differ from the plan’s: 409.' }),
  price: shownPrice.optional(),
  acceptsOverlap: z.boolean().optional().meta({
    description: 'You have another hour at the same time and want both. Without it: 409.',
  }),
})

export const bookingCalls = [
  defineCall({
    method: 'POST',
    path: '/cartClass',
    name: 'holdSlot',
    group: 'Bookings',
    summary: 'Hold a slot for 15 minutes',
    notes:
      'Identified by cls._id, or by trainer._id and cls.slot_name. Repeating the call for a slot that you hold returns the same booking. Taken by someone else, your own slot, no date in the coming month, an hour that you give yourself then, a fourth hold, or another price: 409.',
    access: 'signed in',
    body: newBooking,
    answer: inserted,
    refusals: [403, 404, 409],
    fields: { slotId: 'cls._id', trainerId: 'trainer._id', slotName: 'cls.slot_name' },
    example: {
      body: {
        buyer_email: exampleMemberEmail,
        buyer_name: 'Ada Moss',
        cls: exampleSlot,
        status: '',
        trainer: { _id: exampleTrainer._id },
      },
      answer: { insertedId: exampleBookingId },
    },
    operation: 'holdSlot',
    handle: async ({ c, actor, body: { buyer_email, cls, trainer } }) => {
      requireOwnIdentity(actor, buyer_email)
      const params = {
        slotId: cls._id,
        trainerId: trainer?._id,
        slotName: cls.slot_name,
        expectedPriceCents: cls.price,
      }
      const { bookingId } = await holdSlot(actor, params, c.var.address)
      return { insertedId: bookingId }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/cartClass/{id}',
    name: 'getBooking',
    group: 'Bookings',
    summary: 'Get your booking',
    access: 'signed in',
    answer: booking,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleBooking },
    operation: 'getBooking',
    handle: async ({ actor, parameter }) =>
      presentBooking(await getBooking(actor, parameter), await createDateFormatter()),
  }),
  defineCall({
    method: 'PUT',
    path: '/cartClass/{id}',
    name: 'choosePlan',
    group: 'Bookings',
    summary: 'Choose or change the plan',
    notes:
      'Renews the hold to 15 minutes, 60 in total. A payment started for another plan is cancelled first. Ended, paid, being paid, another price, or another hour of yours at the same time: 409.',
    access: 'signed in',
    body: chosenPlan,
    answer: modified,
    refusals: [404, 409, 503],
    fields: { plan: 'status' },
    exists: getBooking,
    example: {
      parameter: exampleBookingId,
      body: { status: 'gold', classData: 3, price: 70 },
      answer: { modifiedCount: 1 },
    },
    operation: 'choosePlan',
    handle: async ({ actor, parameter, body: { status, classData, price, acceptsOverlap } }) => {
      if (classData !== undefined) {
        const { plans } = await getBooking(actor, parameter)
        const chosen = plans.find(({ name }) => name === status)
        if (chosen?.classes !== classData)
          throw conflict('This plan has a different number of classes. Please look at it again.')
      }
      await choosePlan(actor, parameter, { plan: status, expectedPriceCents: price, acceptsOverlap })
      return { modifiedCount: 1 }
    },
  }),
  defineCall({
    method: 'DELETE',
    path: '/cartClass/{id}',
    name: 'letGo',
    group: 'Bookings',
    summary: 'Release an unpaid booking',
    notes: 'A payment in progress is cancelled first. Already ended: deletedCount 0. Paid: 409.',
    access: 'signed in',
    answer: deleted,
    refusals: [404, 409, 503],
    example: { parameter: exampleBookingId, answer: { deletedCount: 1 } },
    operation: 'releaseHold',
    handle: async ({ actor, parameter }) => {
      const { changed } = await releaseHold(actor, parameter)
      return { deletedCount: changed ? 1 : 0 }
    },
  }),
]
