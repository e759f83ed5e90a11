import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable } from '#db/client.ts'
import type { Role } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requireOwnAccount, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { can } from '#domain/permissions.ts'
import { ownsPicture, portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { message } from '#format/stored-message.ts'
import { greetingName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { ensureMember } from './join-club.server.ts'
import { profileFields, profileInput, type Profile, type ProfileInput } from './members.input.ts'
import { officeDetailFields, officeDetailsInput, type OfficeDetailsInput } from './new-member.input.ts'

export type AccountRecord = Profile & {
  id: string
  email: string
  role: Role
  portrait: Portrait | null
  /** Id of the trainer record; null unless the person is an active trainer. */
  trainerId: string | null
  createdAt: Date
  /** When they agreed that admins and their trainers read the blood group. */
  bloodGroupConsentedAt: Date | null
  /** Time of the last change to the profile. */
  savedAt: Date
}

/**
 * Returns the account with this address: one's own, or any account for an admin, without its blood group. Throws
 * `unauthenticated`, and `not-found` for any other address, whether it exists or not.
 */
export async function getAccount(actor: Actor, email: string): Promise<AccountRecord> {
  const person = requireOwnAccount(actor)
  const address = email.trim().toLowerCase()
  if (address !== person.email && !can(person, 'members.read')) throw notFound(t('refusal.thisAccount'))
  const row = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .leftJoin('images', 'images.id', 'members.photoId')
    .leftJoin('trainers', (join) =>
      join.onRef('trainers.userId', '=', 'users.id').on('trainers.retiredAt', 'is', null),
    )
    .select((eb) => eb.ref('users.email').$notNull().as('email'))
    .select(['users.id', 'users.name', 'users.createdAt', 'trainers.id as trainerId'])
    .select(['members.role', 'members.updatedAt as savedAt', portraitJson('images', 'users').as('portrait')])
    .select('members.bloodGroupConsentedAt')
    .select(profileFields.map((field) => `members.${field}` as const))
    .where('users.email', '=', address)
    .executeTakeFirst()
  if (!row) throw notFound(t('refusal.thisAccount'))
  return {
    ...row,
    skills: row.skills as Profile['skills'],
    bloodGroup: row.id === person.id ? (row.bloodGroup as Profile['bloodGroup']) : null,
  }
}

/**
 * Saves the person's profile and returns all of it; fields that are left out stay. The name is also the display name.
 * Unchanged values succeed. Throws `unauthenticated`, and `invalid` with a message per field.
 */
export async function updateProfile(actor: Actor, input: ProfileInput): Promise<Profile> {
  const person = requireOwnAccount(actor)
  const { name, sharesBloodGroup, ...fields } = parseInput(profileInput, input)
  await ensureMember(person.id)
  return transaction(async (trx) => {
    await trx.updateTable('users').set({ name, updatedAt: clubNow }).where('id', '=', person.id).execute()
    if (name !== person.name) await syncTrainerName(person.id, trx)
    const saved = await trx
      .updateTable('members')
      .set({ ...fields, ...consentTo(fields.bloodGroup, sharesBloodGroup), updatedAt: clubNow })
      .where('userId', '=', person.id)
      .returning(profileFields)
      .executeTakeFirstOrThrow()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'profile',
      summary: message('activity.youChangedProfile'),
    })
    return { name, ...(saved as Omit<Profile, 'name'>) }
  })
}

/** The consent ends with the blood group, and stays where nothing is said of it. */
const consentTo = (bloodGroup: Profile['bloodGroup'] | undefined, isGiven: boolean | undefined) =>
  bloodGroup === null || isGiven === false
    ? { bloodGroupConsentedAt: null }
    : isGiven && { bloodGroupConsentedAt: sql<Date>`coalesce(blood_group_consented_at, club_now())` }

/** Returns how the person is greeted: the preferred name, or the first name. */
export async function readGreetingName(person: Pick<Person, 'id' | 'name'>): Promise<string> {
  const member = await db
    .selectFrom('members')
    .where('userId', '=', person.id)
    .select('preferredName')
    .executeTakeFirst()
  return greetingName({ name: person.name, preferredName: member?.preferredName ?? '' })
}

/**
 * Saves telephone, preferred name, emergency contact, language and tags of a member, as the office enters them.
 * Unchanged values succeed and write nothing. Audited. Throws `forbidden` without the permission
 * `members.changeContact`. Throws `invalid`, `not-found`, and `conflict` for a deleted account.
 */
export async function changeContactDetails(
  actor: Actor,
  id: string,
  input: OfficeDetailsInput,
): Promise<{ name: string }> {
  const admin = requirePermission(actor, 'members.changeContact')
  const userId = requireId(id, t('refusal.thisPerson'))
  const details = parseInput(officeDetailsInput, input)
  return transaction(async (trx) => {
    const member = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.userId')
      .where('users.id', '=', userId)
      .select(['users.name', 'users.erasedAt', ...officeDetailFields])
      .forUpdate('members')
      .executeTakeFirst()
    if (!member) throw notFound(t('refusal.thisPerson'))
    if (member.erasedAt !== null) throw conflict(t('refusal.thisAccountHasBeen'))
    const changed = officeDetailFields.filter(
      (field) => details[field] !== undefined && String(details[field]) !== String(member[field]),
    )
    if (changed.length === 0) return { name: member.name }
    await trx
      .updateTable('members')
      .set({ ...details, updatedAt: clubNow })
      .where('userId', '=', userId)
      .execute()
    for (const what of changed)
      await recordActivity(trx, {
        userId,
        kind: 'profile',
        summary: message('activity.officeChanged', { what }),
      })
    // without the values, because the audit log outlives the account
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'change contact',
      subjectKind: 'member',
      subjectId: userId,
      after: { changed },
    })
    return { name: member.name }
  })
}

/** Copies a changed name to `trainers.name`, which is denormalised. */
export async function syncTrainerName(userId: string, from: Queryable = db): Promise<void> {
  await from
    .updateTable('trainers')
    .set((eb) => ({ name: eb.selectFrom('users').where('users.id', '=', userId).select('name') }))
    .where('userId', '=', userId)
    .where('retiredAt', 'is', null)
    .execute()
}

/** Sets one of the person's own uploads as their photo. Throws `not-found` for any other picture. */
export async function changePortrait(actor: Actor, pictureId: string): Promise<void> {
  const person = requireOwnAccount(actor)
  const photoId = requireId(pictureId, t('refusal.thisPicture'))
  if (!(await ownsPicture(person.id, photoId))) throw notFound(t('refusal.thisPicture'))
  await ensureMember(person.id)
  await transaction(async (trx) => {
    await trx
      .updateTable('members')
      .set({ photoId, updatedAt: clubNow })
      .where('userId', '=', person.id)
      .execute()
    await recordActivity(trx, {
      userId: person.id,
      kind: 'profile',
      summary: message('activity.youChangedPhoto'),
    })
  })
}
