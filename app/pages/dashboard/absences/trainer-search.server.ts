import type { Actor } from '#domain/actor.ts'
import { findTrainers } from '#domain/trainers/trainers.server.ts'

export type TrainerSearch = {
  /** The search text, or the name of the trainer whose id is in the URL. */
  name: string
  /** '' while the search is empty or ambiguous. */
  trainerId: string
  /** Trainers that match; the first of all for an empty search. */
  matches: { id: string; name: string }[]
}

/** Finds a trainer by the name in the query; `trainerId` decides between several of that name. */
export async function readTrainerSearch(actor: Actor, query: URLSearchParams): Promise<TrainerSearch> {
  const [typed, id] = [query.get('trainer')?.trim() ?? '', query.get('trainerId') ?? '']
  const linked = typed === '' && id !== '' ? await findTrainers(actor, { id }) : []
  if (linked[0]) return { name: linked[0].name, trainerId: linked[0].id, matches: linked }
  const matches = await findTrainers(actor, { words: typed })
  const exact = matches.filter((each) => each.name.toLowerCase() === typed.toLowerCase())
  const chosen =
    matches.find((each) => each.id === id) ?? onlyMatch(exact) ?? (typed ? onlyMatch(matches) : null)
  return { name: typed, trainerId: chosen?.id ?? '', matches }
}

const onlyMatch = <Each>(found: Each[]) => (found.length === 1 ? found[0] : null)
