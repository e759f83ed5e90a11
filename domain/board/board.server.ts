import type { Actor } from '#domain/actor.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { listMonthsEndingNext } from '#domain/slots/slots.server.ts'
import { listTrainersWithSlots, type TrainerProfile } from '#domain/trainers/trainers.server.ts'
import { rankByFirstDate, rankSlots, type BoardSlot, type Wish } from './board.rules.ts'

/** The most trainers whose slots the board shows. */
export const maxBoardTrainers = 5000

/** Returns the slots of active trainers, in the order of their trainers and hours. Public. */
export async function listBoardSlots(actor: Actor, limit = maxBoardTrainers): Promise<BoardSlot[]> {
  return (await listTrainersWithSlots(actor, limit)).flatMap(toBoardSlots)
}

/** Returns the slots of a trainer as the board shows them. */
export function toBoardSlots({
  id: trainerId,
  name: trainerName,
  slots,
  ...trainer
}: TrainerProfile): BoardSlot[] {
  const { weekdays, skills, yearsOfExperience, portrait, isOwn } = trainer
  const ofTrainer = { trainerId, trainerName, weekdays, skills, yearsOfExperience, portrait, isOwn }
  return slots.map(({ id, startHour, priceCents, state, freeFrom, freeAgain, ownBookingId }) => ({
    id,
    startHour,
    priceCents,
    state,
    freeFrom,
    freeAgain,
    ownBookingId,
    ...ofTrainer,
  }))
}

/** The most slots whose first dates are read for a ranking. */
const maxDated = 100

/** Returns the slots that fit, those that begin first at the front; `today` is a weekday's name. Public. */
export async function listFittingSlots(
  slots: readonly BoardSlot[],
  wish: Wish,
  today: string,
): Promise<BoardSlot[]> {
  const ranked = rankSlots(slots, wish, today)
  const dated = ranked.slice(0, maxDated)
  return [...rankByFirstDate(dated, wish, await listFirstDates(dated)), ...ranked.slice(maxDated)]
}

/**
 * Returns the taken slots whose months end next and are not renewed yet, as if they were free from then on, the first to
 * end first. Public: it shows nothing of their members.
 */
export async function listSlotsMaybeFree(slots: readonly BoardSlot[], limit: number): Promise<BoardSlot[]> {
  const byId = new Map(slots.map((slot) => [slot.id, slot]))
  const ending = await listMonthsEndingNext(limit)
  return ending.flatMap(({ slotId, endsAt }) => {
    const slot = byId.get(slotId)
    return slot === undefined ? [] : [{ ...slot, freeFrom: endsAt }]
  })
}
