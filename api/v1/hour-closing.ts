import { z } from 'zod'
import { closeSlot, getSlotClosing, reopenSlot, type SlotClosing } from '#domain/months/closing.server.ts'
import { defineCall } from '#api/contract.ts'
import { exampleBookingId } from '#api/v0/examples.ts'
import { identifier } from '#api/wire.ts'
import { exampleBookedHour, exampleHour, exampleTrainerName } from './examples.ts'
import { moment, startHour } from './schemas.ts'

const closing = z
  .strictObject({
    bookingId: identifier,
    slotName: z.string(),
    startHour,
    trainerName: z.string(),
    memberName: z.string(),
    paidUntil: moment,
    closeBy: moment.meta({ description: 'Until when it can be given up.' }),
    isClosed: z.boolean().meta({ description: 'It is given up already, and can be offered again.' }),
    whyNot: z.string().nullable().meta({ description: 'Why it cannot be given up now; null when it can.' }),
  })
  .meta({ id: 'Closing' })

const presentClosing = (hour: SlotClosing): z.input<typeof closing> => ({
  bookingId: hour.bookingId,
  slotName: hour.slotName,
  startHour: hour.startHour,
  trainerName: hour.trainerName,
  memberName: hour.memberName,
  paidUntil: hour.paidUntil.toISOString(),
  closeBy: hour.closeBy.toISOString(),
  isClosed: hour.isClosed,
  whyNot: hour.whyNot,
})

const exampleClosing = {
  bookingId: exampleBookingId,
  slotName: exampleBookedHour.slot.name,
  startHour: exampleHour,
  trainerName: exampleTrainerName.name,
  memberName: 'Ada Moss',
  paidUntil: exampleBookedHour.paidUntil,
  closeBy: '2026-12-06T17:30:00.000Z',
  isClosed: false,
  whyNot: null,
}

export const closingCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/hours/{id}/closing',
    name: 'getClosing',
    group: 'Hours',
    summary: 'A sold hour that its trainer could give up after the month',
    notes: 'A trainer’s own, any for admins.',
    access: 'slots.close',
    answer: closing,
    refusals: [404],
    example: { parameter: exampleBookingId, answer: exampleClosing },
    operation: 'getSlotClosing',
    handle: async ({ actor, parameter }) => presentClosing(await getSlotClosing(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/close',
    name: 'closeHour',
    group: 'Hours',
    summary: 'Give a sold hour up after its month',
    notes:
      'Whoever has it keeps their month and is told by mail; nobody gets the month after. Where whyNot tells why: 409.',
    access: 'slots.close',
    answer: closing,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: exampleClosing },
    operation: 'closeSlot',
    handle: async ({ actor, parameter }) => presentClosing(await closeSlot(actor, parameter)),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/hours/{id}/offer-again',
    name: 'offerAgain',
    group: 'Hours',
    summary: 'Take back that an hour is given up',
    notes: 'Whoever has it is asked first again and told by mail. Unless it is given up: 409.',
    access: 'slots.close',
    answer: closing,
    refusals: [404, 409],
    example: { parameter: exampleBookingId, answer: exampleClosing },
    operation: 'reopenSlot',
    handle: async ({ actor, parameter }) => presentClosing(await reopenSlot(actor, parameter)),
  }),
]
