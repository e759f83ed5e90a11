import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { isUuid } from '#core/is-uuid.ts'
import { anyOf, db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { cleanText } from '#domain/input.ts'
import { listSlotsWithoutDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { listSlotsOfTrainers, type Slot } from '#domain/slots/slots.server.ts'
import { t } from '#messages/t.ts'
import { maxTrainersFound } from './trainers.rules.ts'

/** A trainer as the public sees them. */
export type Trainer = {
  id: string
  name: string
  /** Public contact address. */
  email: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
  /** Self-description; '' when empty. */
  about: string
  portrait: Portrait | null
  joinedAt: Date
}

export type TrainerProfile = Trainer & {
  slots: Slot[]
  /** The viewer is this trainer. */
  isOwn: boolean
}

/** Active trainers, joined with account and portrait. */
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
    .select((eb) => [
      'trainers.id',
      'trainers.name',
      eb.ref('users.email').$notNull().as('email'),
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

/** Returns whether the club has a trainer who gives hours. Public. */
export async function hasTrainers(): Promise<boolean> {
  const first = await db.selectFrom('trainers').where('retiredAt', 'is', null).select('id').limit(1).execute()
  return first.length > 0
}

/** Returns the ids of the first 1,000 active trainers, for the sitemap. Public. */
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

/** Returns a page of active trainers with their slots, oldest first, at most 1,000. Public. */
export async function listTrainerProfiles(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<TrainerProfile>> {
  const { limit, offset } = clampPageRange(range, 1000)
  const [items, total] = await Promise.all([listTrainersWithSlots(actor, limit, offset), countTrainers()])
  return { items, total }
}

/** Returns active trainers with their slots, oldest first. Public. */
export async function listTrainersWithSlots(
  actor: Actor,
  limit: number,
  offset = 0,
): Promise<TrainerProfile[]> {
  // both statements choose the same trainers, so that neither waits for the other
  const ids = sql<string>`any(array(select id from trainers where retired_at is null
    order by joined_at, id limit ${limit} offset ${offset}))`
  const [found, slots] = await Promise.all([
    trainerRows().select('trainers.userId').limit(limit).offset(offset).execute(),
    listDatedSlots(actor, ids),
  ])
  return found.map(({ userId, ...trainer }) => ({
    ...trainer,
    isOwn: isPerson(actor, userId),
    slots: slots.get(trainer.id) ?? [],
  }))
}

/** Returns an active trainer with all slots. Public. Throws `not-found`. */
export async function getTrainer(actor: Actor, id: string): Promise<TrainerProfile> {
  const trainerId = requireId(id, t('refusal.thisTrainer'))
  const [found, slots] = await Promise.all([
    trainerRows().select('trainers.userId').where('trainers.id', '=', trainerId).executeTakeFirst(),
    listDatedSlots(actor, anyOf([trainerId])),
  ])
  if (!found) throw notFound(t('refusal.thisTrainer'))
  const { userId, ...trainer } = found
  return { ...trainer, isOwn: isPerson(actor, userId), slots: slots.get(trainerId) ?? [] }
}

/** Returns the slots of trainers, with those unavailable that have no date in the coming month. */
async function listDatedSlots(actor: Actor, ids: RawBuilder<string>): Promise<Map<string, Slot[]>> {
  const slots = await listSlotsOfTrainers(actor, ids)
  const without = await listSlotsWithoutDates([...slots.values()].flat())
  if (without.size === 0) return slots
  const dated = (slot: Slot): Slot => {
    const freeAgain = without.get(slot.id)
    if (freeAgain === undefined) return slot
    return slot.state === 'free' ? { ...slot, state: 'unavailable', freeAgain } : { ...slot, freeFrom: null }
  }
  return new Map([...slots].map(([id, ofTrainer]) => [id, ofTrainer.map(dated)]))
}

/**
 * Finds active trainers whose name contains the words, exact matches first, or one trainer by id, also a former one;
 * at most 30. Throws `forbidden` without the permission `trainers.readAll`.
 */
export async function findTrainers(
  actor: Actor,
  query: { words: string } | { id: string },
): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, 'trainers.readAll')
  const words = 'words' in query ? cleanText(query.words.slice(0, 500)) : ''
  return (
    db
      .selectFrom('trainers')
      // ids from addresses may be invalid
      .where(
        'id' in query
          ? sql<boolean>`id = ${isUuid(query.id) ? query.id : null}`
          : sql<boolean>`retired_at is null and strpos(searchable(name), searchable(${words})) > 0`,
      )
      .select(['id', 'name'])
      .orderBy(sql`searchable(name) <> searchable(${words})`)
      .orderBy('name')
      .orderBy('id')
      .limit(maxTrainersFound)
      .execute()
  )
}

function isPerson(actor: Actor, userId: string): boolean {
  return actor.kind === 'person' && actor.id === userId
}
