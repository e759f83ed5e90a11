import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { isUuid } from '#core/is-uuid.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import { listSlotsOfTrainers, type Slot } from '#domain/slots/slots.server.ts'
import { maxTrainersFound } from './trainers.rules.ts'

/** A trainer as every visitor sees them. */
export type Trainer = {
  id: string
  name: string
  /** The address at which members reach their trainer; it stands on the public profile. */
  email: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  /** What they say of themselves; '' when nothing. */
  about: string
  portrait: Portrait | null
  joinedAt: Date
}

export type TrainerProfile = Trainer & {
  slots: Slot[]
  /** Whether the one who asks is this trainer. */
  isOwn: boolean
}

/** The trainers at work, joined with their account and portrait. */
export const trainersAtWork = () =>
  db
    .selectFrom('trainers')
    .innerJoin('users', 'users.id', 'trainers.userId')
    .innerJoin('members', 'members.userId', 'trainers.userId')
    .leftJoin('images', (join) =>
      join.on((eb) => eb('images.id', '=', eb.fn.coalesce('trainers.photoId', 'members.photoId'))),
    )
    .where('trainers.retiredAt', 'is', null)

const trainerRows = () =>
  trainersAtWork()
    .select([
      'trainers.id',
      'trainers.name',
      'users.email',
      'trainers.yearsOfExperience',
      'trainers.hoursADay',
      'trainers.weekdays',
      'trainers.skills',
      'trainers.about',
      'trainers.joinedAt',
      portraitJson('images', 'users').as('portrait'),
    ])
    .orderBy('trainers.joinedAt')
    .orderBy('trainers.id')

async function countTrainers(): Promise<number> {
  const { total } = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The club's trainers by joining, oldest first; at most 1,000 at once. Open to all. */
export async function listTrainers(asked: Partial<PageRange> = {}): Promise<Page<Trainer>> {
  const { limit, offset } = clampPageRange(asked, 1000)
  const [items, total] = await Promise.all([
    trainerRows().limit(limit).offset(offset).execute(),
    countTrainers(),
  ])
  return { items, total }
}

/** Who works here, for lists of addresses: the first 1,000 who joined. Open to all. */
export async function trainerIds(): Promise<string[]> {
  const found = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .select('id')
    .orderBy('joinedAt')
    .orderBy('id')
    .limit(1000)
    .execute()
  return found.map(({ id }) => id)
}

/** The trainers with their slots, as the one who asks may see them; oldest first, at most 1,000. Open to all. */
export async function listTrainerProfiles(
  actor: Actor,
  asked: Partial<PageRange> = {},
): Promise<Page<TrainerProfile>> {
  const { limit, offset } = clampPageRange(asked, 1000)
  const [found, total] = await Promise.all([
    trainerRows().select('trainers.userId').limit(limit).offset(offset).execute(),
    countTrainers(),
  ])
  const ids = found.map((trainer) => trainer.id)
  const slots = await listSlotsOfTrainers(actor, ids)
  const items = found.map(({ userId, ...trainer }) => ({
    ...trainer,
    isOwn: isPerson(actor, userId),
    slots: slots.get(trainer.id) ?? [],
  }))
  return { items, total }
}

/** One trainer with all slots, as the one who asks may see them. Throws `not-found`. Open to all. */
export async function getTrainer(actor: Actor, id: string): Promise<TrainerProfile> {
  const trainerId = requireId(id, 'This trainer')
  const [found, slots] = await Promise.all([
    trainerRows().select('trainers.userId').where('trainers.id', '=', trainerId).executeTakeFirst(),
    listSlotsOfTrainers(actor, [trainerId]),
  ])
  if (!found) throw notFound('This trainer')
  const { userId, ...trainer } = found
  return { ...trainer, isOwn: isPerson(actor, userId), slots: slots.get(trainerId) ?? [] }
}

/**
 * The trainers at work whose name has these words, however they are written, or the one of this id, at work or not; by
 * name, whoever is called just that first, and at most 30. Admins only.
 */
export async function findTrainers(
  actor: Actor,
  sought: { words: string } | { id: string },
): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, 'trainers.readAll')
  const words = 'words' in sought ? cleanText(sought.words.slice(0, 500)) : ''
  return (
    db
      .selectFrom('trainers')
      // an address may name anything
      .where(
        'id' in sought
          ? sql<boolean>`id = ${isUuid(sought.id) ? sought.id : null}`
          : sql<boolean>`retired_at is null and strpos(lower(name), lower(${words})) > 0`,
      )
      .select(['id', 'name'])
      .orderBy(sql`lower(name) <> lower(${words})`)
      .orderBy('name')
      .orderBy('id')
      .limit(maxTrainersFound)
      .execute()
  )
}

function isPerson(actor: Actor, userId: string): boolean {
  return actor.kind === 'person' && actor.id === userId
}
