import { sql } from 'kysely'
import { db, readDaysAgo, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requireRole, type Actor, type Person } from '#domain/actor.ts'
import { invalidAt, notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { madeBefore } from '#domain/made-before.server.ts'
import { nameFor, requireSeen } from '#domain/seen.ts'
import { pictureOf, requireOwnPicture } from '#domain/pictures/own-pictures.server.ts'
import { changedVoiceInput, voiceInput, type VoiceInput } from './club.input.ts'
import { forgetClub, type Voice } from './club.server.ts'

/** One voice, for whoever may change it, and a name for just that. Admins only; throws `not-found`. */
export async function getVoice(actor: Actor, id: string): Promise<Voice & { seen: string }> {
  requireRole(actor, 'admin')
  const voice = await db
    .selectFrom('voices')
    .innerJoin('images', 'images.id', 'voices.imageId')
    .select(['voices.id', 'name', 'who', 'words', pictureOf('images').as('picture')])
    .select(sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'))
    .where('voices.id', '=', requireId(id, 'This voice'))
    .executeTakeFirst()
  if (!voice) throw notFound('This voice')
  return { ...voice, seen: nameOfVoice(voice, voice.picture.id) }
}

type Said = Pick<Voice, 'name' | 'who' | 'words' | 'consent'>
const nameOfVoice = ({ name, who, words, consent }: Said, imageId: string) =>
  nameFor([name, who, words, consent, imageId])

/** Lets somebody speak on the first page, once if it is sent twice. Admins only; audited. Throws `invalid` with a message for each field. */
export async function addVoice(actor: Actor, input: VoiceInput): Promise<{ id: string }> {
  const admin = requireRole(actor, 'admin')
  const { photo, consent, ...said } = parseInput(voiceInput, input)
  const added = await transaction(async (trx) => {
    await requireSaid(trx, consent)
    const imageId = await requireOwnPicture(trx, admin.id, photo)
    const before = await madeBefore(trx, 'voices', { ...said, agreedOn: consent })
    if (before) return before
    const voice = await trx
      .insertInto('voices')
      .values({ ...said, imageId, agreedOn: consent })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, { ...auditOf(admin, voice.id), action: 'add voice', after: { ...said, consent } })
    return voice
  })
  forgetClub()
  return added
}

/**
 * Changes what somebody says; without a new photo the old one stays. Admins only; throws `not-found`, `invalid`, and
 * `conflict` when it is no longer as it was `seen`; its facts name what would be seen now.
 */
export async function changeVoice(
  actor: Actor,
  id: string,
  input: VoiceInput,
  seen: string | null = null,
): Promise<void> {
  const admin = requireRole(actor, 'admin')
  const voiceId = requireId(id, 'This voice')
  const { photo, consent, ...said } = parseInput(changedVoiceInput, input)
  await transaction(async (trx) => {
    await requireSaid(trx, consent)
    const found = await trx
      .selectFrom('voices')
      .select([
        'name',
        'who',
        'words',
        'imageId',
        sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'),
      ])
      .where('id', '=', voiceId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('This voice')
    const { imageId: keptId, ...before } = found
    requireSeen(seen, nameOfVoice(before, keptId), savedMeanwhile)
    const imageId = photo === '' ? keptId : await requireOwnPicture(trx, admin.id, photo)
    await trx
      .updateTable('voices')
      .set({ ...said, imageId, agreedOn: consent })
      .where('id', '=', voiceId)
      .execute()
    await recordAudit(trx, {
      ...auditOf(admin, voiceId),
      action: 'change voice',
      before,
      after: { ...said, consent, ...(imageId !== keptId && { photo: 'another' }) },
    })
  })
  forgetClub()
}

/** Throws `invalid` when nobody can have said yes on this day yet. */
async function requireSaid(trx: Transaction, consent: Day): Promise<void> {
  if ((await readDaysAgo(trx, consent)) < 0) throw invalidAt('consent', 'This day is still ahead.')
}

const savedMeanwhile =
  'This voice was changed in another window after you opened this page. Save once more to put your words in its place, or load the page again to see it.'

/** Takes a voice from the first page. Admins only; audited. Throws `not-found`. */
export async function removeVoice(actor: Actor, id: string): Promise<void> {
  const admin = requireRole(actor, 'admin')
  const voiceId = requireId(id, 'This voice')
  await transaction(async (trx) => {
    const before = await trx
      .deleteFrom('voices')
      .where('id', '=', voiceId)
      .returning(['name', 'words'])
      .executeTakeFirst()
    if (!before) throw notFound('This voice')
    await recordAudit(trx, { ...auditOf(admin, voiceId), action: 'remove voice', before })
  })
  forgetClub()
}

const auditOf = (admin: Person, id: string) => ({ actorId: admin.id, subjectKind: 'voice', subjectId: id })
