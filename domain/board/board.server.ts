import type { Actor } from '#domain/actor.ts'
import { listTrainersWithSlots } from '#domain/trainers/trainers.server.ts'
import type { BoardSlot } from './board.rules.ts'

/** The most trainers whose slots the board shows. */
const maxTrainers = 5000

/** Returns the slots of active trainers, in the order of their trainers and hours. Public. */
export async function listBoardSlots(actor: Actor, limit = maxTrainers): Promise<BoardSlot[]> {
  const trainers = await listTrainersWithSlots(actor, limit)
  return trainers.flatMap(({ id: trainerId, name: trainerName, slots, ...trainer }) => {
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
  })
}
