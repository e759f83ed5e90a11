import { notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { wrongRole, requirePerson, requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { readOwnWords, translateTitles } from '#domain/club/club.server.ts'
import { findDuplicate } from '#domain/duplicate-submission.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { hadTimes, requireNoTimes } from '#domain/lessons/classes/class-times.server.ts'
import { nextTimeJson, type NextTime } from '#domain/lessons/classes/next-times.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { pictureJson, portraitJson, requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Picture, Portrait } from '#domain/pictures/pictures.rules.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { changedClassInput, classInput, type ChangedClassInput, type ClassInput } from './classes.input.ts'

export type ClassCard = {
  id: string
  title: string
  picture: Picture
  createdAt: Date
  /** Its next date; null while it is not in the timetable. */
  next: NextTime | null
}

export type ClubClass = ClassCard & {
  description: string
  /** Public contact address of the trainer. */
  trainerEmail: string
}

export type ClassDetail = ClubClass & {
  trainerInfo: { id: string; name: string; portrait: Portrait | null }
}

/** Query of the cards of classes by active trainers, newest first, without a limit. */
export const selectClassCards = () =>
  db
    .selectFrom('classes')
    .innerJoin('trainers', 'trainers.id', 'classes.trainerId')
    .innerJoin('images', 'images.id', 'classes.imageId')
    .where('trainers.retiredAt', 'is', null)
    .where('classes.removedAt', 'is', null)
    .select(['classes.id', 'classes.title', 'classes.createdAt', pictureJson('images').as('picture')])
    .select(nextTimeJson.as('next'))
    .orderBy('classes.createdAt', 'desc')
    .orderBy('classes.id', 'desc')

const selectClubClasses = () =>
  selectClassCards()
    .innerJoin('users', 'users.id', 'trainers.userId')
    .select((eb) => ['classes.description', eb.ref('users.email').$notNull().as('trainerEmail')])

async function countClasses(trainerUserId?: string): Promise<number> {
  const { total } = await db
    .selectFrom('classes')
    .innerJoin('trainers', 'trainers.id', 'classes.trainerId')
    .where('trainers.retiredAt', 'is', null)
    .where('classes.removedAt', 'is', null)
    .$if(trainerUserId !== undefined, (query) => query.where('trainers.userId', '=', trainerUserId ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Lists the cards of the club's classes, newest first; at most 1,000 at once. Public. */
export async function listClasses(range: Partial<PageRange> = {}): Promise<Page<ClassCard>> {
  const { limit, offset } = clampPageRange(range, 1000)
  const [items, total] = await Promise.all([
    selectClassCards().limit(limit).offset(offset).execute(),
    countClasses(),
  ])
  return { items: await translateTitles(items), total }
}

/** Lists the ids of the newest 1,000 classes, for site maps. Public. */
export async function listClassIds(): Promise<string[]> {
  const found = await selectClassCards().clearSelect().select('classes.id').limit(1000).execute()
  return found.map(({ id }) => id)
}

/** Lists the club's classes with descriptions, newest first; at most 1,000 at once. Public. */
export async function listFullClasses(range: Partial<PageRange> = {}): Promise<Page<ClubClass>> {
  const { limit, offset } = clampPageRange(range, 1000)
  const [items, total] = await Promise.all([
    selectClubClasses().limit(limit).offset(offset).execute(),
    countClasses(),
  ])
  return { items, total }
}

/** Lists the ten recommended classes. Signed-in people only. */
export async function listRecommendedClasses(actor: Actor): Promise<ClassCard[]> {
  requirePerson(actor)
  return translateTitles(await selectClassCards().limit(10).execute())
}

/** Lists the trainer's own classes, newest first. Trainers only. */
export async function listOwnClasses(actor: Actor, range: Partial<PageRange> = {}): Promise<Page<ClubClass>> {
  const person = requirePermission(actor, 'classes.write')
  const { limit, offset } = clampPageRange(range)
  const [items, total] = await Promise.all([
    selectClubClasses().where('trainers.userId', '=', person.id).limit(limit).offset(offset).execute(),
    countClasses(person.id),
  ])
  return { items, total }
}

/**
 * Returns one of the trainer's own classes for editing. Trainers only. Throws `not-found` for any other
 * class.
 */
export async function getOwnClass(actor: Actor, id: string): Promise<ClubClass> {
  const person = requirePermission(actor, 'classes.write')
  const found = await selectClubClasses()
    .where('trainers.userId', '=', person.id)
    .where('classes.id', '=', requireId(id, t('refusal.thisClass')))
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisClass'))
  return found
}

/** Returns a class with its trainer. Public. Throws `not-found`. */
export async function getClass(id: string): Promise<ClassDetail> {
  const found = await selectClubClasses()
    .innerJoin('members', 'members.userId', 'trainers.userId')
    .leftJoin('images as faces', (join) =>
      join.on((eb) => eb('faces.id', '=', eb.fn.coalesce('trainers.photoId', 'members.photoId'))),
    )
    .where('classes.id', '=', requireId(id, t('refusal.thisClass')))
    .select(['trainers.id as trainerId', 'trainers.name', portraitJson('faces', 'users').as('portrait')])
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisClass'))
  const { trainerId, name, portrait, title, description, ...clubClass } = found
  const own = await readOwnWords()
  return {
    ...clubClass,
    title: own(title),
    description: own(description),
    trainerInfo: { id: trainerId, name, portrait },
  }
}

/**
 * Adds a class of the trainer. A duplicate submission returns the first one. Trainers only. Throws
 * `invalid` with a message per field.
 */
export async function createClass(actor: Actor, input: ClassInput): Promise<{ id: string }> {
  const person = requirePermission(actor, 'classes.write')
  const { title, description, photo } = parseInput(classInput, input)
  return transaction(async (trx) => {
    const trainerId = await requireTrainerId(trx, person)
    const imageId = await requireOwnPicture(trx, person.id, photo)
    const before = await findDuplicate(trx, 'classes', { trainerId, title, description })
    if (before) return before
    const created = await trx
      .insertInto('classes')
      .values({ title, description, imageId, trainerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'class',
      summary: message('activity.youAddedAClass'),
      detail: title,
    })
    return created
  })
}

/**
 * Changes one of the trainer's own classes; without a photo the old one stays. Throws `not-found` and
 * `invalid`.
 */
export async function changeClass(actor: Actor, id: string, input: ChangedClassInput): Promise<void> {
  const person = requirePermission(actor, 'classes.write')
  const classId = requireId(id, t('refusal.thisClass'))
  await transaction(async (trx) => {
    const before = await lockOwnClass(trx, person, classId)
    const { title, description, photo } = parseInput(changedClassInput, input)
    const imageId = photo === undefined ? before.imageId : await requireOwnPicture(trx, person.id, photo)
    await trx
      .updateTable('classes')
      .set({ title, description, imageId, changedAt: clubNow })
      .where('id', '=', classId)
      .execute()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'class',
      summary: message('activity.youChangedAClass'),
      detail: title,
    })
  })
}

/** Removes one of the trainer's own classes. Throws `not-found`, and `conflict` while it is in the timetable. */
export async function removeClass(actor: Actor, id: string): Promise<void> {
  const person = requirePermission(actor, 'classes.write')
  const classId = requireId(id, t('refusal.thisClass'))
  await transaction(async (trx) => {
    const { title } = await lockOwnClass(trx, person, classId)
    await deleteClass(trx, classId)
    await recordActivity(trx, {
      userId: person.id,
      kind: 'class',
      summary: message('activity.youRemovedAClass'),
      detail: title,
    })
  })
}

/**
 * Deletes a class; one that had lessons stays for their history, removed. Throws `not-found`, and `conflict` while it is
 * in the timetable.
 */
export async function deleteClass(trx: Transaction, classId: string): Promise<void> {
  await requireNoTimes(trx, classId)
  const removed = (await hadTimes(trx, classId))
    ? await trx
        .updateTable('classes')
        .set({ removedAt: clubNow })
        .where('id', '=', classId)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
    : await trx.deleteFrom('classes').where('id', '=', classId).returning('id').executeTakeFirst()
  if (!removed) throw notFound(t('refusal.thisClass'))
}

async function requireTrainerId(trx: Transaction, person: Person): Promise<string> {
  const trainer = await trx
    .selectFrom('trainers')
    .select('id')
    .where('userId', '=', person.id)
    .where('retiredAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!trainer) throw wrongRole()
  return trainer.id
}

async function lockOwnClass(trx: Transaction, person: Person, classId: string) {
  const trainerId = await requireTrainerId(trx, person)
  const found = await trx
    .selectFrom('classes')
    .select(['title', 'imageId'])
    .where('id', '=', classId)
    .where('trainerId', '=', trainerId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisClass'))
  return found
}
