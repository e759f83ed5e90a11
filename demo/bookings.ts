import type { PlanName } from '#db/tables.ts'
import type { Actor, Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { declareAbsence } from '#domain/lessons/absences/absences.server.ts'
import { listOwnLessons } from '#domain/lessons/calendar/calendar.server.ts'
import { cancelLesson } from '#domain/lessons/cancellation/cancellation.server.ts'
import { closeDays } from '#domain/lessons/closures/closures.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { executeRefund, refundPayment } from '#domain/payments/refunds.server.ts'
import { confirmSandboxIntent } from '#domain/payments/sandbox.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { addDays } from '#format/days.ts'
import { daysBefore, minutesAfter, setClock } from './clock.ts'
import type { MemberName } from './people.ts'

type BookingStory = {
  buyer: MemberName
  trainer: string
  slot: string
  daysAgo: number
  plan?: PlanName
  /** Outcome. The payments add up to 320 dollars. */
  end: 'paid' | 'refunded' | 'refund-due' | 'expired' | 'let-go' | 'held' | 'paying'
}

// Oldest first. Paul's month is over, so his booking has ended.
const stories: BookingStory[] = [
  { buyer: 'paul', trainer: 'mira-okafor', slot: 'Slot 6', daysAgo: 40, plan: 'silver', end: 'paid' },
  { buyer: 'noor', trainer: 'yuki-tanabe', slot: 'Slot 5', daysAgo: 27, plan: 'silver', end: 'paid' },
  { buyer: 'tomas', trainer: 'samira-haddad', slot: 'Slot 2', daysAgo: 17, plan: 'gold', end: 'refunded' },
  { buyer: 'ines', trainer: 'mira-okafor', slot: 'Slot 3', daysAgo: 14, plan: 'silver', end: 'paid' },
  { buyer: 'noor', trainer: 'jonas-weidner', slot: 'Slot 2', daysAgo: 8, plan: 'diamond', end: 'let-go' },
  { buyer: 'kofi', trainer: 'mira-okafor', slot: 'Slot 1', daysAgo: 6, plan: 'gold', end: 'paid' },
  { buyer: 'oskar', trainer: 'dario-conti', slot: 'Slot 2', daysAgo: 5, plan: 'silver', end: 'refund-due' },
  { buyer: 'oskar', trainer: 'theo-marchetti', slot: 'Slot 3', daysAgo: 3, end: 'expired' },
  { buyer: 'grace', trainer: 'jonas-weidner', slot: 'Slot 4', daysAgo: 2, plan: 'silver', end: 'paid' },
  { buyer: 'ines', trainer: 'lena-castellanos', slot: 'Slot 2', daysAgo: 0, end: 'held' },
  { buyer: 'kofi', trainer: 'theo-marchetti', slot: 'Slot 1', daysAgo: 0, plan: 'diamond', end: 'paying' },
]

// Stripe's test cards: one that succeeds, and one whose refunds fail
const payingCard = '4242424242424242'
const refundFailingCard = '4000000000005126'

type DemoCast = { admin: Person; trainerIds: Map<string, string>; members: Record<MemberName, Person> }

/** Runs every story through the club's own operations, each at its time. */
export async function seedBookings(now: Date, cast: DemoCast): Promise<void> {
  for (const story of stories) await seedBooking(story, daysBefore(now, story.daysAgo), cast)
  await setClock(now)
  await endPaidBookings()
  await seedWeek(cast)
}

/**
 * Ines cannot come to her third hour from now, Jonas is away for two of Grace's, of which Theo gives one, and the club
 * is shut on the next first of a month.
 */
async function seedWeek({ admin, members, trainerIds }: DemoCast): Promise<void> {
  const { today, hours } = await listOwnLessons(members.ines)
  const third = hours.filter(({ isOver }) => !isOver)[2]
  if (third?.lessonId) await cancelLesson(members.ines, third.lessonId)
  const first = Array.from({ length: 31 }, (_, index) => addDays(today, index + 1)).find((day) =>
    day.endsWith('-01'),
  )
  if (first) await closeDays(admin, { fromDay: first, untilDay: first, reason: 'Stocktaking' })
  const { hours: ofGrace } = await listOwnLessons(members.grace)
  const [covered, wanted] = ofGrace.filter(({ day, because }) => because === null && day > addDays(today, 1))
  if (covered?.lessonId && wanted) {
    const trainerId = trainerIds.get('jonas-weidner')
    await declareAbsence(admin, { fromDay: covered.day, untilDay: wanted.day, trainerId })
    await takeCover(admin, covered.lessonId, { trainerId: trainerIds.get('theo-marchetti') })
  }
}

async function seedBooking(story: BookingStory, moment: Date, cast: DemoCast): Promise<void> {
  const buyer = cast.members[story.buyer]
  await setClock(moment)
  const slotId = await findSlot(cast.trainerIds.get(story.trainer) ?? '', story.slot, buyer)
  const { bookingId } = await holdSlot(buyer, { slotId })
  if (story.plan) await choosePlan(buyer, bookingId, { plan: story.plan, acceptsOverlap: true })
  if (story.end === 'let-go') await releaseHold(buyer, bookingId)
  if (story.end === 'expired') {
    await setClock(minutesAfter(moment, 20))
    await expireHolds()
  }
  if (story.end === 'paying') await requestIntent(buyer, { bookingId })
  if (['paid', 'refunded', 'refund-due'].includes(story.end)) {
    const paymentId = await pay(buyer, bookingId, story.end === 'refund-due' ? refundFailingCard : payingCard)
    if (story.end !== 'paid') await refund(cast.admin, paymentId, story, minutesAfter(moment, 4 * 24 * 60))
  }
}

async function findSlot(trainerId: string, name: string, actor: Actor): Promise<string> {
  const { slots } = await getTrainer(actor, trainerId)
  return slots.find((slot) => slot.name === name)?.id ?? ''
}

async function pay(buyer: Person, bookingId: string, number: string): Promise<string> {
  const { clientSecret, intentId } = await requestIntent(buyer, { bookingId })
  await confirmSandboxIntent(buyer, {
    clientSecret,
    card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
  })
  const { paymentId } = await savePayment(buyer, { intentId, bookingId })
  return paymentId
}

async function refund(admin: Person, paymentId: string, story: BookingStory, moment: Date): Promise<void> {
  await setClock(moment)
  const amountCents = story.plan === 'gold' ? 7000 : 5000
  const reason = story.end === 'refunded' ? 'Moved to another town.' : 'The hour was cancelled by the club.'
  const { refundId } = await refundPayment(admin, {
    paymentId,
    amountCents,
    reason,
    requestKey: `demo-${story.buyer}-${story.daysAgo}`,
  })
  await executeRefund(refundId)
}
