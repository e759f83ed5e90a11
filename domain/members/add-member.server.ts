import { sql } from 'kysely'
import { conflict, conflictAt, DomainError, invalidAt } from '#core/errors.ts'
import { db, transaction, readToday, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity, recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { discardPicture, storePhoto } from '#domain/pictures/pictures.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { ageOn, signInAge } from './guardians.rules.ts'
import { addGuardian, findGuardian } from './guardians.server.ts'
import { newMemberInput, type NewMember, type NewMemberInput } from './new-member.input.ts'
import { findSimilarMembers } from './similar-members.server.ts'

/**
 * Adds a member without a sign-in, as the office enters them. `made` is false if the id was added before. Audited. Throws
 * `forbidden`, `invalid` with a message per field, and `conflict` for a member number that is taken, or with the fact
 * `similar` if asked about similar members.
 */
export async function addMember(
  actor: Actor,
  input: NewMemberInput,
  photo: Photo | null = null,
): Promise<AddedMember> {
  const staff = requirePermission(actor, 'members.add')
  const { asksAboutSimilar, ...member } = parseInput(newMemberInput, input)
  await requireGuardianOfChild(member)
  if (asksAboutSimilar) await requireNobodySimilar(member)
  const picture = photo && (await storePhoto(null, photo.bytes, photo.address))
  const added = await insertOnce(staff.id, member, picture?.id ?? null).catch(async (error: unknown) => {
    // if this fails too, the cleanup job deletes the unused picture
    if (picture) await discardPicture(picture.id).catch(() => {})
    throw error
  })
  if (picture && !added.made) await discardPicture(picture.id).catch(() => {})
  return added
}

type Photo = { bytes: Uint8Array; address: string }
type AddedMember = { id: string; name: string; made: boolean }

async function requireNobodySimilar(member: Omit<NewMember, 'asksAboutSimilar'>): Promise<void> {
  const similar = (await findSimilarMembers(db, member)).filter(({ id }) => id !== member.id)
  if (similar.length > 0) throw conflict(t('refusal.someoneHereLooksThe'), { similar })
}

/** Requires an adult for people who are too young for a sign-in. */
async function requireGuardianOfChild({
  birthDate,
  guardian,
  name,
}: Omit<NewMember, 'asksAboutSimilar'>): Promise<void> {
  if (birthDate === null || guardian !== '') return
  const age = ageOn(await readToday(db), birthDate)
  if (age >= 0 && age < signInAge) throw invalidAt('guardian', t('refusal.isEnterAnAdult', { name, age }))
}

async function insertOnce(
  actorId: string,
  member: Omit<NewMember, 'asksAboutSimilar'>,
  photoId: string | null,
): Promise<AddedMember> {
  return transaction(async (trx) => {
    const known = await findAdded(trx, member.id)
    if (known) return { ...known, made: false }
    const { guardian, ...facts } = member
    const id = await insertMember(trx, facts, actorId)
    if (guardian !== '') await addGuardian(trx, id, await findGuardian(trx, guardian))
    if (photoId !== null) {
      await trx.updateTable('images').set({ ownerId: id }).where('id', '=', photoId).execute()
      await trx.updateTable('members').set({ photoId }).where('userId', '=', id).execute()
    }
    await recordAudit(trx, { actorId, action: 'add member', subjectKind: 'member', subjectId: id })
    return { id, name: member.name, made: true }
  })
}

async function findAdded(trx: Transaction, id: string | undefined) {
  if (id === undefined) return undefined
  await sql`select pg_advisory_xact_lock(hashtextextended(${`add member ${id}`}, 0))`.execute(trx)
  return trx.selectFrom('users').where('id', '=', id).select(['id', 'name']).executeTakeFirst()
}

/**
 * Inserts a member without a sign-in and returns the id. With a consent, the contact address is subscribed to the
 * newsletter. `writtenBy` is the author of the note; null for the operator. Throws `invalid` and `conflict` at the field.
 */
export async function insertMember(
  trx: Transaction,
  member: Omit<NewMember, 'asksAboutSimilar' | 'guardian'>,
  writtenBy: string | null,
): Promise<string> {
  const { id: wanted, name, note, newsletterConsent: consent, ...record } = member
  await requirePastDays(trx, member)
  const { id } = await trx
    .insertInto('users')
    .values({ id: wanted, name, email: null, emailVerified: false, image: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    await trx
      .insertInto('members')
      .values({
        userId: id,
        ...record,
        newsletterConsentOn: consent === null ? null : (consent.on ?? sql<Day>`club_today()`),
        newsletterConsentOrigin: consent?.origin ?? '',
      })
      .execute()
  } catch (error) {
    if (violates(error, 'one_member_per_number'))
      throw conflictAt('memberNumber', t('refusal.anotherMemberHasThis'))
    throw error
  }
  if (note !== '')
    await trx.insertInto('memberNotes').values({ memberId: id, words: note, writtenBy }).execute()
  if (consent && member.contactEmail !== '') await subscribe(trx, name, member.contactEmail)
  await recordActivity(trx, { userId: id, kind: 'account', summary: message('activity.officeAddedYou') })
  return id
}

async function requirePastDays(
  trx: Transaction,
  { birthDate, newsletterConsent }: Pick<NewMember, 'birthDate' | 'newsletterConsent'>,
): Promise<void> {
  const today = await readToday(trx)
  const errors = {
    ...(birthDate !== null && birthDate > today && { birthDate: [t('refusal.dayToCome')] }),
    ...(newsletterConsent?.on &&
      newsletterConsent.on > today && {
        'newsletterConsent.on': [t('refusal.dayToCome')],
      }),
  }
  const [first] = Object.values(errors).flat()
  if (first !== undefined) throw new DomainError('invalid', first, { errors })
}

/** Subscribes an address whose owner consented; an existing subscription is confirmed. */
async function subscribe(trx: Transaction, name: string, email: string): Promise<void> {
  await trx
    .insertInto('subscribers')
    .values({ name, email, confirmedAt: sql<Date>`club_now()` })
    .onConflict((known) =>
      known
        .column('email')
        .doUpdateSet({ confirmedAt: sql<Date>`coalesce(subscribers.confirmed_at, club_now())` }),
    )
    .execute()
}
