import type { Actor } from '#domain/actor.ts'
import { findTrainers } from '#domain/trainers/trainers.server.ts'

export type TrainerSearch = {
  /** What was typed, or the name of whom the address names by id. */
  name: string
  /** '' as long as it is not known whom they mean. */
  trainerId: string
  /** Whom they may mean: the first of all as long as nothing is typed. */
  matches: { id: string; name: string }[]
}

/** Whom an admin means by a name, of any number of trainers; by the id that goes with it where there are more. */
export async function readTrainerSearch(actor: Actor, asked: URLSearchParams): Promise<TrainerSearch> {
  const [typed, id] = [asked.get('trainer')?.trim() ?? '', asked.get('trainerId') ?? '']
  const linked = typed === '' && id !== '' ? await findTrainers(actor, { id }) : []
  if (linked[0]) return { name: linked[0].name, trainerId: linked[0].id, matches: linked }
  const matches = await findTrainers(actor, { words: typed })
  const called = matches.filter((each) => each.name.toLowerCase() === typed.toLowerCase())
  const chosen =
    matches.find((each) => each.id === id) ?? onlyMatch(called) ?? (typed ? onlyMatch(matches) : null)
  return { name: typed, trainerId: chosen?.id ?? '', matches }
}

const onlyMatch = <Each>(found: Each[]) => (found.length === 1 ? found[0] : null)
