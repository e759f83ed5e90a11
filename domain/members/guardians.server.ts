import { sql } from 'kysely'
import { conflict, conflictAt, notFound } from '#core/errors.ts'
import { db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { adultAge, mostGuardians, mostInCare } from './guardians.rules.ts'
import { guardianInput, type GuardianInput } from './new-member.input.ts'

export type MemberInCare = {
  id: string
  name: string
  birthDate: Day | null
  /** First day on which the guardian acts no more; null for an adult. */
  until: Day | null
  /** Age in years; null without a birth date. */
  age: number | null
}

const ageInYears = sql<number | null>`extract(year from age(club_today(), birth_date))::integer`

/** SQL predicate on `members`: the person is known to be younger than this. */
export const isUnder = (years: number) =>
  sql<boolean>`coalesce(birth_date > club_today() - make_interval(years => ${years}), false)`

/** The guardian's own id, also while they act for a member. */
const ownId = ({ id, guardian }: Person): string => guardian?.id ?? id

/** Returns the members for whom the actor may act, by name. Throws `unauthenticated`. */
export async function listInCare(actor: Actor): Promise<MemberInCare[]> {
  return membersInCareOf(ownId(requirePerson(actor)))
}

const membersInCareOf = (guardianId: string): Promise<MemberInCare[]> =>
  db
    .selectFrom('actingGuardians')
    .innerJoin('users', 'users.id', 'memberId')
    .innerJoin('members', 'members.userId', 'memberId')
    .where('guardianId', '=', guardianId)
    .select(['users.id', 'name', 'birthDate', 'until', ageInYears.as('age')])
    .orderBy('name')
    .orderBy('users.id')
    .execute()

/**
 * Lets the session act for a member from its next request on. Audited. Throws `unauthenticated`, and `not-found` for
 * anybody of whom the actor is not the guardian.
 */
export async function actForMember(actor: Actor, memberId: string): Promise<{ name: string }> {
  const person = requirePerson(actor)
  const id = requireId(memberId, t('refusal.thisPerson'))
  return transaction(async (trx) => {
    const member = await trx
      .selectFrom('actingGuardians')
      .innerJoin('users', 'users.id', 'memberId')
      .where('memberId', '=', id)
      .where('guardianId', '=', ownId(person))
      .select('name')
      .executeTakeFirst()
    if (!member) throw notFound(t('refusal.thisPerson'))
    await setActsFor(trx, person, id)
    await recordAudit(trx, {
      actorId: ownId(person),
      action: 'act for member',
      subjectKind: 'member',
      subjectId: id,
    })
    return member
  })
}

/** Ends acting for a member. Idempotent. Throws `unauthenticated`. */
export async function actForOneself(actor: Actor): Promise<void> {
  await setActsFor(db, requirePerson(actor), null)
}

const setActsFor = (from: Queryable, { sessionId }: Person, actsFor: string | null) =>
  from.updateTable('sessions').set({ actsFor }).where('id', '=', sessionId).execute()

type Guardian = { id: string; name: string }

/** Returns an adult by email or member number, locked. Throws `conflict` at the field `guardian`. */
export async function findGuardian(trx: Transaction, text: string): Promise<Guardian> {
  const email = text.toLowerCase()
  const found = await trx
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('erasedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('email', '=', email), eb('contactEmail', '=', email), eb('memberNumber', '=', text)]),
    )
    // the owner of the sign-in comes before a family that shares the address
    .orderBy(
      (eb) => eb('email', '=', email),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('users.createdAt')
    .select('users.id')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw conflictAt('guardian', t('refusal.noMemberHasThis'))
  return lockGuardian(trx, found.id)
}

/** Locks the guardian, which serialises their additions. Throws `conflict` for a child. */
export async function lockGuardian(trx: Transaction, id: string): Promise<Guardian> {
  const guardian = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where('users.id', '=', id)
    .select(['users.id', 'name'])
    .select(isUnder(adultAge).as('isChild'))
    .forNoKeyUpdate('members')
    .executeTakeFirst()
  if (!guardian) throw notFound(t('refusal.yourMemberRecord'))
  if (guardian.isChild) throw conflictAt('guardian', t('refusal.isAChild', { name: guardian.name }))
  return guardian
}

/** Makes a locked adult the guardian of a member. Idempotent. Throws `conflict`. */
export async function addGuardian(trx: Transaction, memberId: string, guardian: Guardian): Promise<void> {
  const member = await trx
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', memberId)
    .where('erasedAt', 'is', null)
    .select(['name', 'email'])
    .select(sql<number>`(select count(*) from guardians where member_id = users.id)::integer`.as('guardians'))
    .select(
      sql<number>`(select count(*) from acting_guardians where guardian_id = ${guardian.id})::integer`.as(
        'inCare',
      ),
    )
    .forUpdate('members')
    .executeTakeFirst()
  if (!member) throw notFound(t('refusal.thisPerson'))
  if (memberId === guardian.id) throw conflictAt('guardian', t('refusal.thisIsTheSame'))
  if (member.email !== null) throw conflict(t('refusal.hasASignInAnd', { name: member.name }))
  if (member.guardians >= mostGuardians)
    throw conflictAt('guardian', t('refusal.onePersonHasAt', { mostGuardians }))
  if (member.inCare >= mostInCare)
    throw conflictAt('guardian', t('refusal.oneGuardianActsFor', { mostInCare }))
  const made = await trx
    .insertInto('guardians')
    .columns(['memberId', 'guardianId', 'until'])
    .expression((eb) =>
      eb
        .selectFrom('members')
        .where('userId', '=', memberId)
        .select([
          'userId',
          sql<string>`${guardian.id}::uuid`.as('guardianId'),
          sql<Day | null>`case when ${isUnder(adultAge)}
            then (birth_date + make_interval(years => ${adultAge}))::date end`.as('until'),
        ]),
    )
    .onConflict((same) => same.columns(['memberId', 'guardianId']).doNothing())
    .returning('memberId')
    .executeTakeFirst()
  if (!made) return
  const summary = message('activity.youActFor', { name: member.name })
  await recordActivity(trx, { userId: guardian.id, kind: 'account', summary })
}

/**
 * Makes an adult the guardian of a member without a sign-in. Idempotent; audited. Throws `forbidden`, `invalid`,
 * `not-found`, and `conflict` for a member with a sign-in, a child as guardian, and beyond the limits.
 */
export async function linkGuardian(
  actor: Actor,
  memberId: string,
  input: GuardianInput,
): Promise<{ name: string }> {
  const staff = requirePermission(actor, 'guardians.change')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { guardian: text } = parseInput(guardianInput, input)
  return transaction(async (trx) => {
    const guardian = await findGuardian(trx, text)
    await addGuardian(trx, id, guardian)
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'add guardian',
      subjectKind: 'member',
      subjectId: id,
      after: { guardian: guardian.id },
    })
    return { name: guardian.name }
  })
}

/** Ends that an adult acts for a member. Idempotent; audited. Throws `forbidden`. */
export async function unlinkGuardian(actor: Actor, memberId: string, guardianId: string): Promise<void> {
  const staff = requirePermission(actor, 'guardians.change')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const guardian = requireId(guardianId, t('refusal.thisPerson'))
  await transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('guardians')
      .where('memberId', '=', id)
      .where('guardianId', '=', guardian)
      .returning('memberId')
      .executeTakeFirst()
    if (!removed) return
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'remove guardian',
      subjectKind: 'member',
      subjectId: id,
      before: { guardian },
    })
  })
}

export type Family = { guardians: Guardian[]; inCare: MemberInCare[] }

/** Returns the guardians of a member and those in the member's care. Throws `forbidden`. */
export async function readFamilyOf(actor: Actor, memberId: string): Promise<Family> {
  requirePermission(actor, 'members.read')
  const id = requireId(memberId, t('refusal.thisPerson'))
  const [guardians, inCare] = await Promise.all([
    db
      .selectFrom('actingGuardians')
      .innerJoin('users', 'users.id', 'guardianId')
      .where('memberId', '=', id)
      .select(['users.id', 'name'])
      .orderBy('actingGuardians.createdAt')
      .orderBy('users.id')
      .execute(),
    membersInCareOf(id),
  ])
  return { guardians, inCare }
}
