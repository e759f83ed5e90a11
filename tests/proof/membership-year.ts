import { DomainError } from '#core/errors.ts'
import { pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { updateFirstRefusals } from '#domain/bookings/first-refusal.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { planClasses } from '#domain/lessons/classes/class-planning.server.ts'
import { addClassTime } from '#domain/lessons/classes/class-times.server.ts'
import { promoteWaiting } from '#domain/lessons/classes/promotion.server.ts'
import { releaseEndedPlaces } from '#domain/lessons/classes/released-places.server.ts'
import { writeMissingLessonDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { sendCardExpiryLetters } from '#domain/memberships/card-expiry.server.ts'
import { collectPeriods } from '#domain/memberships/collections.server.ts'
import { endMemberships, orderPeriods, sendPeriodLetters } from '#domain/memberships/renewals.server.ts'
import { renewHours } from '#domain/months/automatic-orders.server.ts'
import { sendRenewalReminders } from '#domain/months/renewal-reminders.server.ts'
import { addOffer } from '#domain/offers/offers.server.ts'
import { compareWithProcessor } from '#domain/payments/processor-round.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { executeRefund } from '#domain/payments/refunds.server.ts'
import { detachCard } from '#domain/payments/stored-cards.server.ts'
import { carryOutWithdrawals, withdrawByEmail } from '#domain/sales/withdrawal.server.ts'
import { addCode } from '#domain/vouchers/codes.server.ts'
import { addDays } from '#format/days.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import { createStripeProcessor } from '#platform/cards/stripe.ts'
import { setMail } from '#platform/mail.ts'
import { addClass, addRoomWithPlaces } from '#tests/class-fixtures.ts'
import { setClubTime } from '#tests/database.ts'
import { createAdmin, createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { shuffled } from '#tests/stripe-double/faults.ts'
import type { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { StripeApiError } from '#tests/stripe-double/stripe-objects.ts'
import { deliverEvent } from './stripe-club.ts'

// A club that sells memberships, packs and hours over a year of its clock. One clock for the database and the double of
// the processor; the jobs run three times a day, now and then by two processes at once.

const zone = 'Europe/Rome'
const clockHours = ['06', '12', '18']
/** Calls of the processor whose requests or responses get lost. */
const lossyCalls = ['createIntent', 'confirmStored', 'refund', 'createCustomer', 'createSetup'] as const

/** Jobs that sell, charge, end and tell of what the club sells. */
export const salesJobs = {
  endPaidBookings,
  expireHolds,
  reconcile,
  renewHours,
  orderPeriods,
  sendPeriodLetters,
  collectPeriods,
  endMemberships,
  carryOutWithdrawals,
  promoteWaiting,
  releaseEndedPlaces,
  writeMissingLessonDates,
  updateFirstRefusals,
  sendRenewalReminders,
  sendCardExpiryLetters,
} satisfies Record<string, () => Promise<unknown>>

/** Queues whose jobs are run by hand, and their handlers. */
const queues: Record<string, (data: never) => Promise<unknown>> = {
  refund: ({ refundId }: { refundId: string }) => executeRefund(refundId),
  'detach-card': detachCard,
  withdraw: withdrawByEmail,
}

/** Offers of the price list: price, classes, months of a period or days, shortest time and notice. */
const priceList = {
  month: { kind: 'membership', title: '8 classes a month', price: 59, classes: 8, periodMonths: 1 },
  unlimited: {
    kind: 'membership',
    title: 'Unlimited',
    price: 89,
    periodMonths: 1,
    minMonths: 3,
    noticeDays: 14,
  },
  quarter: { kind: 'membership', title: 'A quarter', price: 150, classes: 24, periodMonths: 3 },
  half: { kind: 'membership', title: 'Half a year', price: 320, periodMonths: 6, noticeDays: 30 },
  pack: { kind: 'pack', title: 'Ten classes', price: 110, classes: 10, validDays: 180 },
  class: { kind: 'class', title: 'One class', price: 15, classes: 1, validDays: 30 },
  trial: { kind: 'trial', title: 'A first class', price: 0, classes: 1, validDays: 30 },
  giftCard: { kind: 'gift_card', title: 'Gift card', price: 100, validDays: 1095 },
} as const
export type OfferName = keyof typeof priceList
export const membershipNames = ['month', 'unlimited', 'quarter', 'half'] as const

/** The input of an offer, at another price if one is given. */
export const offerInput = (name: OfferName, price: number = priceList[name].price) => ({
  minMonths: 0,
  noticeDays: 0,
  soldTo: 'everybody' as const,
  ...priceList[name],
  price,
})

/** A change of a membership's offer, as it was agreed or announced. */
export type AgreedChange = {
  membershipId: string
  offerId: string
  from: Date
  at: Date
  by: 'member' | 'club'
  /** When it was taken back. */
  undoneAt: Date | null
}

/** A letter that reached the mail server. */
export type SentLetter = { to: string; subject: string; text: string; at: Date; copies: number }

export type MembershipYear = Awaited<ReturnType<typeof createMembershipYear>>

type YearParams = {
  firstDay: string
  membersCount: number
  random: () => number
  double: StripeDouble
  /** Sets the clock of this process and of the double. */
  setProcessTime: (moment: Date) => void
  /** The part of rounds in which two processes run each job at once. */
  doubled?: number
}

export async function createMembershipYear(params: YearParams) {
  const { firstDay, membersCount, random, double, setProcessTime, doubled = 0.2 } = params
  const counts: Record<string, number> = {}
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1)
  const chance = (share: number) => random() < share
  const below = (most: number) => Math.floor(random() * most)
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
  const state = { day: firstDay, hour: '12', nowMs: 0, isReliable: true, delivered: 0 }

  /** Carries out an act that the club or the bank may refuse. Returns its result, or null. */
  async function attempt<Result>(what: string, act: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await act()
      count(what)
      return result
    } catch (error) {
      if (!(error instanceof DomainError) && !(error instanceof StripeApiError)) throw error
      count(`${what}, refused`)
      return null
    }
  }

  /** Makes the processor lose some requests and some responses. */
  const stripe = createStripeProcessor(double.settings)
  const lossy = Object.fromEntries(
    lossyCalls.map((call) => [
      call,
      async (request: never) => {
        const fate = state.isReliable ? 1 : random()
        if (fate < 0.01) throw new CardProcessorUnavailable('The request got lost.')
        const response = await (stripe[call] as (request: never) => Promise<unknown>)(request)
        if (fate > 0.01 && fate < 0.025) throw new CardProcessorUnavailable('The response got lost.')
        return response
      },
    ]),
  )
  setCardProcessor({ ...stripe, ...lossy })

  const sent = new Map<string, SentLetter>()
  setMail({
    carrier: 'smtp',
    send: async ({ id, to, subject, text }) => {
      const copies = (sent.get(id)?.copies ?? 0) + 1
      sent.set(id, { to: to.address, subject, text, at: new Date(), copies })
    },
    close: () => {},
  })

  async function setTime(day: string, hour: string): Promise<void> {
    const moment = Temporal.PlainDateTime.from(`${day}T${hour}:30`).toZonedDateTime(zone)
    Object.assign(state, { day, hour, nowMs: moment.epochMilliseconds })
    setProcessTime(new Date(moment.epochMilliseconds))
    await setClubTime(zone, moment.toInstant().toString())
  }

  async function runQueues(): Promise<void> {
    for (const [name, handle] of Object.entries(queues)) {
      const { rows } = await pool.query<{ id: string; data: never }>(
        `select id, data from pgboss.job where name = $1 and state = 'created' order by created_on`,
        [name],
      )
      for (const { id, data } of rows) {
        try {
          await handle(data)
          await pool.query('delete from pgboss.job where name = $1 and id = $2', [name, id])
        } catch (error) {
          // the next round tries again
          if (!(error instanceof CardProcessorUnavailable)) throw error
        }
      }
    }
  }

  /** Delivers the events since the last time: some twice, some never, in any order. */
  async function deliverEvents(): Promise<void> {
    const events = double.events.all().slice(state.delivered)
    state.delivered = double.events.all().length
    const copies = events.flatMap((event) =>
      Array.from({ length: state.isReliable ? 1 : below(3) }, () => event),
    )
    for (const event of shuffled(copies, random)) await attempt('notices', () => deliverEvent(double, event))
  }

  async function runJobs(): Promise<void> {
    const isDoubled = chance(doubled)
    for (const job of Object.values(salesJobs)) await (isDoubled ? Promise.all([job(), job()]) : job())
    await runQueues()
    await deliverEvents()
    await deliverLetters()
  }

  /** Lets everything that is under way arrive: no request is lost, and the jobs run again in the next hours. */
  async function settle(): Promise<void> {
    state.isReliable = true
    for (let round = 0; round < 2; round += 1) {
      // a lost request is asked again when it is some seconds old
      await setTime(state.day, String(Number(state.hour) + 1))
      await runJobs()
      await compareWithProcessor()
    }
    await deliverLetters()
    state.isReliable = false
  }

  await setTime(addDays(firstDay, -1), '12')
  await pool.query(`update club set currency = 'eur', sepa_creditor_id = 'DE98ZZZ09999999999'`)
  const admin = await createAdmin()
  const members = await createMembers(membersCount)
  const offers = {} as Record<OfferName, { id: string; priceCents: number }>
  for (const name of Object.keys(priceList) as OfferName[])
    offers[name] = { ...(await addOffer(admin, offerInput(name))), priceCents: priceList[name].price * 100 }
  const shared = { fromOn: '', untilOn: '', mostUsesEach: 1 }
  await addCode(admin, { ...shared, code: 'WELCOME', takesOff: 'percent', percent: 20, mostUses: 40 })
  await addCode(admin, { ...shared, code: 'TENOFF', takesOff: 'amount', amount: 10, mostUses: 25 })
  await addCode(admin, {
    ...shared,
    code: 'THREEMONTHS',
    takesOff: 'percent',
    percent: 15,
    mostUses: 60,
    periods: 3,
  })
  await addCode(admin, {
    ...shared,
    code: 'FORGOOD',
    takesOff: 'amount',
    amount: 5,
    mostUses: 30,
    periods: '',
  })
  const slots = await addTimetable(admin, addDays(firstDay, 1))
  state.isReliable = false

  return {
    zone,
    double,
    admin,
    members,
    offers,
    slots,
    counts,
    count,
    chance,
    below,
    oneOf,
    attempt,
    sent,
    state,
    settle,
    codes: ['WELCOME', 'TENOFF', 'THREEMONTHS', 'FORGOOD'],
    changes: [] as AgreedChange[],
    nextDay: () => addDays(state.day, 1),
    /** Lets a day pass: three times the jobs run, and people act at noon and in the evening. */
    async passDay(day: string, act: (hour: string) => Promise<void>): Promise<void> {
      // Stripe forgets idempotency keys after a day
      double.forgetKeys()
      for (const hour of clockHours) {
        await setTime(day, hour)
        if (hour === '06') await planClasses()
        await runJobs()
        if (hour !== '06') await act(hour)
      }
    },
  }
}

/** Adds trainers with hours, and four classes a day, one of them small. Returns the slots of the hours. */
async function addTimetable(admin: Person, fromDay: string): Promise<string[]> {
  const slots: string[] = []
  for (let nth = 0; nth < 4; nth += 1) {
    const trainer = await createTrainerWithSlots(4, { name: `Trainer ${nth + 1}` })
    slots.push(...trainer.slots.map(({ id }) => id))
    const { classId } = await addClass(trainer)
    const roomId = await addRoomWithPlaces(admin, 20)
    for (let weekday = 1; weekday <= 7; weekday += 1)
      await addClassTime(admin, {
        classId,
        roomId,
        weekday,
        startsAt: `${14 + nth}:00`,
        minutes: 45,
        capacity: nth === 0 ? 4 : 20,
        fromDay,
      })
  }
  return slots
}
