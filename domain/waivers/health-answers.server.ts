import { sql } from 'kysely'
import { invalidAt, notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, wrongRole, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { requireTrainerOf } from '#domain/members/trainees.server.ts'
import { can } from '#domain/permissions.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { questionsIn } from './health-questions.rules.ts'
import type { GivenHealthAnswers } from './waivers.input.ts'

export type HealthAnswers = {
  /** The blood group, if they agreed that others read it. */
  bloodGroup: string | null
  /** Version of the waiver with the questions; null without answers. */
  version: number | null
  answers: { question: string; yes: boolean }[]
  details: string
  /** Words of the consent to storing them. */
  consent: string
  answeredAt: Date | null
}

/** The person and the time of their answers, null without any. */
export type HealthRecord = {
  id: string
  name: string
  isOwn: boolean
  answeredAt: Date | null
  /** Whether they agreed that others read their blood group. */
  hasBloodGroup: boolean
}

/** The blood group, null without the consent to read it. */
const sharedBloodGroup = sql<
  string | null
>`case when blood_group_consented_at is not null then blood_group end`

/** Words of the consent to storing answers about health. */
export const healthConsentWords = (): string => t('health.iAgreeExplicitly')

/**
 * Stores the answers of a member who agreed to it, in place of earlier ones. Does nothing without answers. Throws
 * `invalid` at the field `healthConsent` without the consent, and at `answers` if a question is left out.
 */
export async function storeHealthAnswers(
  trx: Transaction,
  { memberId, version, takenBy }: { memberId: string; version: number; takenBy: string | null },
  questions: string,
  { answers, details, consents }: GivenHealthAnswers,
): Promise<void> {
  const asked = questionsIn(questions)
  if (asked.length === 0 || (!consents && details === '' && answers.every((each) => each === null))) return
  if (!consents) throw invalidAt('healthConsent', t('refusal.yourAnswersNeedConsent'))
  const given = answers.slice(0, asked.length).filter((each) => each !== null)
  if (given.length !== asked.length) throw invalidAt('answers', t('refusal.answerEachQuestion'))
  await trx.deleteFrom('healthAnswers').where('memberId', '=', memberId).execute()
  await trx
    .insertInto('healthAnswers')
    .values({
      memberId,
      waiverVersion: version,
      answers: given,
      details,
      consent: healthConsentWords(),
      takenBy,
    })
    .execute()
}

/** Returns the actor if the record is theirs, or if they are an admin or the person's trainer. Throws otherwise. */
async function requireReader(actor: Actor, memberId: string): Promise<Person> {
  const person = requirePerson(actor)
  if (person.id === memberId) return person
  if (!can(person, 'health.read')) throw wrongRole()
  if (!can(person, 'members.read')) await requireTrainerOf(person, memberId)
  return person
}

/** Returns whether a person has given answers, without them. Throws `forbidden` and `not-found`. */
export async function findHealthRecord(actor: Actor, memberId: string): Promise<HealthRecord> {
  const id = requireId(memberId, t('refusal.thisPerson'))
  const person = await requireReader(actor, id)
  const found = await db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .leftJoin('healthAnswers', 'healthAnswers.memberId', 'users.id')
    .where('users.id', '=', id)
    .where('erasedAt', 'is', null)
    .select([
      'users.id',
      'name',
      'answeredAt',
      sql<boolean>`${sharedBloodGroup} is not null`.as('hasBloodGroup'),
    ])
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPerson'))
  return { ...found, isOwn: person.id === id }
}

/**
 * Returns the answers of a person, and the blood group that they share. Audited, unless they are the actor's own.
 * Throws `forbidden`, and `not-found` without either and for a trainer of other members.
 */
export async function readHealthAnswers(actor: Actor, memberId: string): Promise<HealthAnswers> {
  const id = requireId(memberId, t('refusal.thisPerson'))
  const person = await requireReader(actor, id)
  return transaction(async (trx) => {
    const found = await trx
      .selectFrom('members')
      .leftJoin('healthAnswers', 'memberId', 'userId')
      .leftJoin('waivers', 'version', 'waiverVersion')
      .where('userId', '=', id)
      .select(['version', 'questions', 'answers', 'details', 'consent', 'answeredAt'])
      .select(sharedBloodGroup.as('bloodGroup'))
      .executeTakeFirst()
    if (!found || (found.answeredAt === null && found.bloodGroup === null))
      throw notFound(t('refusal.theAnswers'))
    const { questions, answers, details, consent, ...rest } = found
    if (person.id !== id)
      await recordAudit(trx, {
        actorId: person.id,
        action: 'read health answers',
        subjectKind: 'member',
        subjectId: id,
      })
    const asked = questionsIn(questions ?? '')
    return {
      ...rest,
      details: details ?? '',
      consent: consent ?? '',
      answers: (answers ?? []).map((yes, index) => ({ question: asked[index] ?? '', yes })),
    }
  })
}

/**
 * Withdraws the consent, which deletes the answers: one's own, or at the desk on request. Idempotent; audited at the
 * desk. Throws `forbidden`.
 */
export async function withdrawHealthConsent(actor: Actor, memberId: string): Promise<void> {
  const person = requirePerson(actor)
  const id = requireId(memberId, t('refusal.thisPerson'))
  if (person.id !== id && !can(person, 'waivers.collect')) throw wrongRole()
  await transaction(async (trx) => {
    const deleted = await trx
      .deleteFrom('healthAnswers')
      .where('memberId', '=', id)
      .returning('memberId')
      .executeTakeFirst()
    if (!deleted) return
    const summary = message('activity.healthAnswersDeleted')
    await recordActivity(trx, { userId: id, kind: 'account', summary })
    if (person.id === id) return
    await recordAudit(trx, {
      actorId: person.id,
      action: 'delete health answers',
      subjectKind: 'member',
      subjectId: id,
    })
  })
}
