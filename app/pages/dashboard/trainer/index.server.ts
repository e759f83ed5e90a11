import type { Person } from '../../../../domain/actor.ts'
import { trainerToday } from '../../../../domain/dashboard.server.ts'
import { listOwnSlots } from '../../../../domain/trainers/slots.server.ts'
import { listMembersOfTrainer } from '../../../../domain/trainers/trainers-members.server.ts'

/** All that a trainer sees first. */
export async function loadTrainerIndex(trainer: Person) {
  const [today, slots, { current }] = await Promise.all([
    trainerToday(trainer),
    listOwnSlots(trainer),
    listMembersOfTrainer(trainer, { limit: 1 }),
  ])
  return { today, slots, members: new Set(current.map(({ email }) => email)).size }
}
