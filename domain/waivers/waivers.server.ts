import { sql } from 'kysely'
import { conflict, DomainError, notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, wrongRole, type Actor, type Person } from '#domain/actor.ts'
import { readOwnWords } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { requireVersion, versionOf } from '#domain/optimistic-lock.ts'
import { can } from '#domain/permissions.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { storeHealthAnswers } from './health-answers.server.ts'
import { waiverSteps, type NeededBefore } from './health-questions.rules.ts'
import { waiverSignedLetter } from './letters/waiver-signed.ts'
import { signatureInput, waiverInput, type SignatureInput, type WaiverInput } from './waivers.input.ts'

/** `questions` are about health, one a line. */
export type Waiver = { version: number; words: string; questions: string; createdAt: Date }

export type WaiverSignature = {
  version: number
  words: string
  signerName: string
  drawing: string | null
  network: string
  takenBy: string | null
  signedAt: Date
}

/** The waiver that a member is to sign. `signature` is that of the current version; null without one. */
export type WaiverToSign = {
  /** In the language of the request; `textVersion` changes with its words. */
  waiver: (Waiver & { textVersion: string }) | null
  member: { id: string; name: string; birthDate: Day | null; isChild: boolean }
  signature: WaiverSignature | null
  /** Whether there are answers about the member's health, which stay without new ones. */
  hasHealthAnswers: boolean
}

const latestWaiver = () =>
  db
    .selectFrom('waivers')
    .select(['version', 'words', 'questions', 'createdAt'])
    .orderBy('version', 'desc')
    .limit(1)

/** Returns the person if the record is theirs or they collect signatures. Throws `forbidden` otherwise. */
function requireOwnOrCollector(actor: Actor, memberId: string): Person {
  const person = requirePerson(actor)
  if (person.id === memberId || can(person, 'waivers.collect')) return person
  throw wrongRole()
}

/** Returns the waiver for a member. Throws `forbidden` for another person's, and `not-found`. */
export async function readWaiverOf(actor: Actor, memberId: string): Promise<WaiverToSign> {
  requireOwnOrCollector(actor, memberId)
  const id = requireId(memberId, t('refusal.thisPerson'))
  const [latest, own, found, signatures] = await Promise.all([
    latestWaiver().executeTakeFirst(),
    readOwnWords(),
    db
      .selectFrom('users')
      .innerJoin('members', 'members.userId', 'users.id')
      .where('users.id', '=', id)
      .where('erasedAt', 'is', null)
      .select(['users.id', 'name', 'birthDate'])
      .select(sql<boolean>`coalesce(birth_date > club_today() - interval '18 years', false)`.as('isChild'))
      .select(
        sql<boolean>`exists (select from health_answers where member_id = users.id)`.as('hasHealthAnswers'),
      )
      .executeTakeFirst(),
    selectSignatures(id),
  ])
  if (!found) throw notFound(t('refusal.thisPerson'))
  const { hasHealthAnswers, ...member } = found
  const waiver = latest && inReadersWords(latest, own)
  const signature = signatures.find(({ version }) => version === waiver?.version) ?? null
  return { waiver: waiver ?? null, member, signature, hasHealthAnswers }
}

function inReadersWords(waiver: Waiver, own: (text: string) => string) {
  const [words, questions] = [own(waiver.words), own(waiver.questions)]
  return { ...waiver, words, questions, textVersion: versionOf([words, questions]) }
}

const selectSignatures = (memberId: string): Promise<WaiverSignature[]> =>
  db
    .selectFrom('waiverSignatures')
    .innerJoin('waivers', 'waivers.version', 'waiverVersion')
    .leftJoin('users', 'users.id', 'takenBy')
    .where('memberId', '=', memberId)
    .select(sql<string>`coalesce(words_read, words)`.as('words'))
    .select(['waivers.version', 'signerName', 'drawing', 'network', 'signedAt'])
    .select('users.name as takenBy')
    .orderBy('waivers.version', 'desc')
    .execute()

/** Returns a signature. Throws `forbidden` for another person's, and `not-found`. */
export async function readSignature(
  actor: Actor,
  memberId: string,
  version: string,
): Promise<WaiverSignature & { memberName: string }> {
  const { member } = await readWaiverOf(actor, memberId)
  const signature = (await selectSignatures(member.id)).find((each) => String(each.version) === version)
  if (!signature) throw notFound(t('refusal.thisSignature'))
  return { ...signature, memberName: member.name }
}

/**
 * Signs the current waiver for a member, by themselves or at the desk, with the answers about their health if they
 * agree to storing them, and queues a copy by letter without these. A second signature of a version changes nothing.
 * Throws `forbidden` for another person's, `invalid`, `not-found`, and `conflict` if the text has changed since.
 */
export async function signWaiver(
  actor: Actor,
  memberId: string,
  input: SignatureInput,
  network: string,
): Promise<{ name: string }> {
  const person = requireOwnOrCollector(actor, memberId)
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { version, textVersion, signerName, drawing, health } = parseInput(signatureInput, input)
  const { waiver, member } = await readWaiverOf(actor, id)
  if (!waiver) throw notFound(t('refusal.theWaiver'))
  if (waiver.version !== version) throw conflict(t('refusal.theTextHasChanged'))
  requireVersion(textVersion, waiver.textVersion, t('refusal.theTextHasChanged'))
  const takenBy = person.id === id ? null : person.id
  await transaction(async (trx) => {
    const wordsRead = sql<string>`nullif(${waiver.words}, (select words from waivers where version = ${version}))`
    const signed = await trx
      .insertInto('waiverSignatures')
      .values({ memberId: id, waiverVersion: version, signerName, drawing, network, takenBy, wordsRead })
      .onConflict((same) => same.columns(['memberId', 'waiverVersion']).doNothing())
      .returning('signedAt')
      .executeTakeFirst()
    if (!signed) return
    await storeHealthAnswers(trx, { memberId: id, version, takenBy }, waiver.questions, health)
    const summary = message('activity.youSignedTheWaiver')
    await recordActivity(trx, {
      userId: id,
      kind: 'account',
      summary,
      detail: message('activity.version', { version }),
    })
    if (takenBy)
      await recordAudit(trx, {
        actorId: takenBy,
        action: 'sign waiver',
        subjectKind: 'member',
        subjectId: id,
        after: { version },
      })
    await queueMail(trx, waiverSignedLetter, {
      to: { userId: id },
      cause: `${id} ${version}`,
      facts: {
        memberId: id,
        name: member.name,
        signerName,
        version,
        words: waiver.words,
        signedAt: signed.signedAt,
      },
    })
  })
  return { name: member.name }
}

/**
 * Writes the next version of the waiver, which everybody signs anew; audited. The same words and questions are no new
 * version. Throws `forbidden` without the permission `waivers.write`, and `invalid`.
 */
export async function writeWaiver(actor: Actor, input: WaiverInput): Promise<{ version: number }> {
  const admin = requirePermission(actor, 'waivers.write')
  const { words, questions } = parseInput(waiverInput, input)
  return transaction(async (trx) => {
    await sql`select advisory_lock('waivers')`.execute(trx)
    const last = await trx
      .selectFrom('waivers')
      .select(['version', 'words', 'questions'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.words === words && last.questions === questions) return { version: last.version }
    const version = (last?.version ?? 0) + 1
    await trx.insertInto('waivers').values({ version, words, questions, writtenBy: admin.id }).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'write waiver',
      subjectKind: 'waiver',
      subjectId: String(version),
    })
    return { version }
  })
}

/**
 * Sets before which step the club needs the waiver; audited. Throws `forbidden` without the permission `waivers.write`,
 * and `invalid` for anything else.
 */
export async function setWaiverStep(actor: Actor, typed: string): Promise<void> {
  const admin = requirePermission(actor, 'waivers.write')
  const waiverNeededBefore = waiverSteps.find((each) => each === typed)
  if (!waiverNeededBefore) throw new DomainError('invalid', t('refusal.pleaseCheckWhatYou'))
  await transaction(async (trx) => {
    const { waiverNeededBefore: before } = await trx
      .selectFrom('club')
      .select('waiverNeededBefore')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before === waiverNeededBefore) return
    await trx.updateTable('club').set({ waiverNeededBefore }).execute()
    await recordAudit(trx, {
      actorId: admin.id,
      action: 'write waiver',
      subjectKind: 'waiver',
      subjectId: 'step',
      before: { neededBefore: before },
      after: { neededBefore: waiverNeededBefore },
    })
  })
}

export type Unsigned = {
  id: string
  name: string
  isChild: boolean
  /** The last version that they signed; null without one. */
  lastVersion: number | null
  hasEmail: boolean
  /** Next planned lesson. */
  comesAt: Date | null
  isToday: boolean
}

export type WaiverOverview = {
  waiver: Waiver | null
  neededBefore: NeededBefore
  signed: number
  members: number
  unsigned: Unsigned[]
}

const mostListed = 200

/**
 * Returns the current waiver, how many signed it, and up to 200 members who did not: those who come next first. Throws
 * `forbidden` without the permission `waivers.collect`.
 */
export async function readWaiverOverview(actor: Actor): Promise<WaiverOverview> {
  requirePermission(actor, 'waivers.collect')
  const [waiver, { neededBefore }, { rows: counts }, { rows: unsigned }] = await Promise.all([
    latestWaiver().executeTakeFirst(),
    db.selectFrom('club').select('waiverNeededBefore as neededBefore').executeTakeFirstOrThrow(),
    sql<{ signed: number; members: number }>`
      select count(*)::integer as members,
        count(*) filter (where waiver_version is not null)::integer as signed
      from members join users on id = user_id left join waiver_signatures
        on member_id = user_id and waiver_version = (select max(version) from waivers)
      where role in ('member', 'applied') and duty is null and erased_at is null`.execute(db),
    sql<Unsigned>`
      select users.id, name, coalesce(birth_date > club_today() - interval '18 years', false) as is_child,
        (select max(waiver_version) from waiver_signatures where member_id = users.id) as last_version,
        letter_address(users) is not null as has_email, comes_at,
        coalesce((comes_at at time zone club_zone())::date = club_today(), false) as is_today
      from members join users on users.id = user_id left join lateral (
        select min(starts_at) as comes_at from participants join lessons on lessons.id = lesson_id
        where member_id = users.id and participants.state = 'booked' and lessons.state = 'planned'
          and on_date >= club_today()) next on true
      where role in ('member', 'applied') and duty is null and erased_at is null and not has_signed_waiver(users.id)
      order by comes_at nulls last, name, users.id limit ${mostListed}`.execute(db),
  ])
  return { waiver: waiver ?? null, neededBefore, ...counts[0]!, unsigned }
}

/** Whether the actor has signed the current waiver; true without one. Throws `unauthenticated`. */
export async function hasSignedWaiver(actor: Actor): Promise<boolean> {
  const { id } = requirePerson(actor)
  const { rows } = await sql<{ hasSigned: boolean }>`select has_signed_waiver(${id}) as has_signed`.execute(
    db,
  )
  return rows[0]!.hasSigned
}
