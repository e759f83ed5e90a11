import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { identifier } from '#api/wire.ts'
import { bounds, type Bound } from '#domain/bounds.ts'
import { addCode, endCode, listCodes, type DiscountCode } from '#domain/vouchers/codes.server.ts'
import { formatAmount } from '#format/money.ts'
import { exampleCodeId, exampleDay } from './examples.ts'
import { cents, count, day, moment } from './schemas.ts'

const periodsNote = 'The first periods of a membership that it lessens; null for all of them.'

const codeSchema = z
  .strictObject({
    id: identifier,
    code: z.string(),
    percent: count.nullable(),
    offCents: cents.nullable().meta({ description: 'Instead of a percentage.' }),
    currency: z.string(),
    periods: count.nullable().meta({ description: periodsNote }),
    offers: z.array(z.string()).meta({ description: 'Titles; empty for every offer.' }),
    fromOn: day.nullable(),
    untilOn: day.nullable().meta({ description: 'The last day on which it can be used.' }),
    uses: count,
    mostUses: count.nullable(),
    mostUsesEach: count.nullable().meta({ description: 'By one person.' }),
    givenCents: cents.meta({ description: 'Taken off in all.' }),
    isRunning: z.boolean(),
    endedAt: moment.nullable(),
  })
  .meta({ id: 'DiscountCode' })

const presentCode = (found: DiscountCode): z.input<typeof codeSchema> => ({
  id: found.id,
  code: found.code,
  percent: found.percent,
  offCents: found.offCents,
  currency: found.currency,
  periods: found.periods,
  offers: found.offers,
  fromOn: found.fromOn,
  untilOn: found.untilOn,
  uses: found.uses,
  mostUses: found.mostUses,
  mostUsesEach: found.mostUsesEach,
  givenCents: found.discountedCents,
  isRunning: found.isRunning,
  endedAt: found.endedAt?.toISOString() ?? null,
})

const within = ({ least, most }: Bound) => z.int().min(least).max(most)

const newCode = z
  .object({
    code: z.string().max(200).meta({ description: 'Letters and digits, 4 to 24 of them.' }),
    percent: within(bounds.voucherPercent).nullable().default(null),
    offCents: within({ ...bounds.offerPriceCents, least: 1 })
      .nullable()
      .default(null)
      .meta({ description: 'Instead of a percentage.' }),
    periods: within(bounds.voucherPeriods).nullable().default(1).meta({ description: periodsNote }),
    offerIds: z.array(identifier).max(200).default([]).meta({ description: 'Empty: every offer.' }),
    fromOn: day.nullable().default(null),
    untilOn: day.nullable().default(null),
    mostUses: within(bounds.voucherUses).nullable().default(null),
    mostUsesEach: within(bounds.voucherUsesEach).nullable().default(null),
  })
  .refine(({ percent, offCents }) => percent === null || offCents === null, {
    path: ['offCents'],
    message: 'A code takes off either a percentage or an amount.',
  })

const exampleCode = {
  id: exampleCodeId,
  code: 'WELCOME',
  percent: 10,
  offCents: null,
  currency: 'usd',
  periods: 3,
  offers: [],
  fromOn: null,
  untilOn: exampleDay,
  uses: 0,
  mostUses: null,
  mostUsesEach: 1,
  givenCents: 0,
  isRunning: true,
  endedAt: null,
}

const shared = { group: 'Bookings', access: 'prices.manage' } as const

export const codeCalls = [
  defineCall({
    ...shared,
    method: 'GET',
    path: '/v1/codes',
    name: 'listCodes',
    summary: 'List the discount codes',
    notes: 'Those that can be used today come first.',
    answer: z.array(codeSchema),
    example: { answer: [exampleCode] },
    operation: 'listCodes',
    handle: async ({ actor }) => (await listCodes(actor)).map(presentCode),
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/codes',
    name: 'addCode',
    summary: 'Make a discount code',
    notes: 'It takes either a percentage or an amount off. A code that exists: 409.',
    body: newCode,
    answer: z.strictObject({ id: identifier }),
    refusals: [409],
    example: {
      body: { code: 'SPRING', percent: 20, periods: 3, untilOn: exampleDay, mostUsesEach: 1 },
      answer: { id: exampleCodeId },
    },
    operation: 'addCode',
    handle: async ({ actor, body: { percent, offCents, ...code } }) => {
      const takesOff = offCents === null ? 'percent' : 'amount'
      const amount = offCents === null ? '' : formatAmount(offCents)
      const { id } = await addCode(actor, { ...code, takesOff, percent, amount })
      return { id }
    },
  }),
  defineCall({
    ...shared,
    method: 'POST',
    path: '/v1/codes/{id}/end',
    name: 'endCode',
    summary: 'End a discount code',
    notes: 'Orders and memberships that have it keep it. Ending it again changes nothing.',
    answer: z.strictObject({ code: z.string() }),
    refusals: [404],
    example: { parameter: exampleCodeId, answer: { code: 'WELCOME' } },
    operation: 'endCode',
    handle: async ({ actor, parameter }) => {
      const { code } = await endCode(actor, parameter)
      return { code }
    },
  }),
]
