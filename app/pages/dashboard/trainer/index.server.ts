import type { Person } from '#domain/actor.ts'
import { trainerToday } from '#domain/overview/today.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { listMembersOfTrainer } from '#domain/trainers/own-members.server.ts'

/** All that a trainer sees first. */
export async function loadTrainerIndex(trainer: Person) {
  const [today, slots, { current }] = await Promise.all([
    trainerToday(trainer),
    listOwnSlots(trainer),
    listMembersOfTrainer(trainer, { limit: 1 }),
  ])
  return { today, slots, members: new Set(current.map(({ email }) => email)).size }
}
