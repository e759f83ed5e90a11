import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { exampleSlot } from '#api/v0/examples.ts'
import { identifier } from '#api/wire.ts'
import { offerKinds } from '#domain/offers/offers.rules.ts'
import { listOffers, type Offer } from '#domain/offers/offers.server.ts'
import { cents, count } from './schemas.ts'

const offer = z
  .strictObject({
    id: identifier,
    kind: z.enum(offerKinds),
    title: z.string(),
    description: z.string(),
    priceCents: cents.meta({ description: 'Of a period of a membership, otherwise of the whole.' }),
    currency: z.string(),
    classes: count.nullable().meta({ description: 'Null for as many as one likes, and for a gift card.' }),
    periodMonths: count.nullable().meta({ description: 'Of a membership, which renews after it.' }),
    minMonths: count.nullable().meta({ description: 'Months before a membership can end.' }),
    noticeDays: count.nullable().meta({ description: 'Notice before the end of a period.' }),
    validDays: count.nullable().meta({ description: 'Days of use from payment; null for memberships.' }),
  })
  .meta({ id: 'Offer' })

const presentOffer = (found: Offer): z.input<typeof offer> => ({
  id: found.id,
  kind: found.kind,
  title: found.title,
  description: found.description,
  priceCents: found.priceCents,
  currency: found.currency,
  classes: found.classes,
  periodMonths: found.periodMonths,
  minMonths: found.minMonths,
  noticeDays: found.noticeDays,
  validDays: found.validDays,
})

export const offerCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/offers',
    name: 'listOffers',
    group: 'Bookings',
    summary: 'List what the club sells beside trainers’ hours',
    notes: 'What you can buy; visitors see what newcomers can buy. What only the desk sells is left out.',
    access: 'everyone',
    answer: z.array(offer),
    example: {
      answer: [
        {
          id: exampleSlot._id,
          kind: 'pack',
          title: 'Ten classes',
          description: '',
          priceCents: 12_000,
          currency: 'usd',
          classes: 10,
          periodMonths: null,
          minMonths: null,
          noticeDays: null,
          validDays: 180,
        },
      ],
    },
    operation: 'listOffers',
    handle: async ({ actor }) => (await listOffers(actor)).map(presentOffer),
  }),
]
