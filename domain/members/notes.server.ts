import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { memberNoteInput, type MemberNoteInput } from './new-member.input.ts'
import { requireTrainerOf } from './trainees.server.ts'

export type MemberNote = {
  id: string
  words: string
  author: string | null
  createdAt: Date
  byTrainer: boolean
  isRemovable: boolean
}

/** Returns the actor if they are of the office, or train the member. Throws `forbidden` and `not-found`. */
async function requireAuthor(
  actor: Actor,
  memberId: string,
): Promise<{ author: Person; byTrainer: boolean }> {
  const person = requirePerson(actor)
  if (can(person, 'notes.write')) return { author: person, byTrainer: false }
  const author = requirePermission(actor, 'trainees.read')
  await requireTrainerOf(author, memberId)
  return { author, byTrainer: true }
}

/** Returns the notes about a member, newest first; for their trainer, those of trainers. Throws `forbidden` and `not-found`. */
export async function listMemberNotes(actor: Actor, memberId: string): Promise<MemberNote[]> {
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { author, byTrainer } = await requireAuthor(actor, id)
  return db
    .selectFrom('memberNotes')
    .leftJoin('users', 'users.id', 'memberNotes.writtenBy')
    .where('memberId', '=', id)
    .$if(byTrainer, (notes) => notes.where('byTrainer', '=', true))
    .select(['memberNotes.id', 'words', 'users.name as author', 'memberNotes.createdAt', 'byTrainer'])
    .select(sql<boolean>`${!byTrainer} or written_by = ${author.id}`.as('isRemovable'))
    .orderBy('memberNotes.createdAt', 'desc')
    .orderBy('memberNotes.id')
    .limit(100)
    .execute()
}

/**
 * Writes a note about a member; audited. The same words twice are one note. Throws `forbidden`, `invalid` and
 * `not-found`.
 */
export async function addMemberNote(actor: Actor, memberId: string, input: MemberNoteInput): Promise<void> {
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { author, byTrainer } = await requireAuthor(actor, id)
  const { words } = parseInput(memberNoteInput, input)
  await transaction(async (trx) => {
    const member = await trx
      .selectFrom('members')
      .where('userId', '=', id)
      .select('userId')
      .forUpdate()
      .executeTakeFirst()
    if (!member) throw notFound(t('refusal.thisPerson'))
    const same = await trx
      .selectFrom('memberNotes')
      .where('memberId', '=', id)
      .where('words', '=', words)
      .select('id')
      .executeTakeFirst()
    if (same) return
    await trx
      .insertInto('memberNotes')
      .values({ memberId: id, words, byTrainer, writtenBy: author.id })
      .execute()
    await recordAudit(trx, {
      actorId: author.id,
      action: 'write note',
      subjectKind: 'member',
      subjectId: id,
    })
  })
}

/** Removes a note, whose words stay in the audit log; a trainer their own. Idempotent. Throws `forbidden` and `not-found`. */
export async function removeMemberNote(actor: Actor, memberId: string, noteId: string): Promise<void> {
  const id = requireId(memberId, t('refusal.thisPerson'))
  const { author, byTrainer } = await requireAuthor(actor, id)
  await transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('memberNotes')
      .where('id', '=', requireId(noteId, t('refusal.thisNote')))
      .where('memberId', '=', id)
      .$if(byTrainer, (notes) => notes.where('byTrainer', '=', true).where('writtenBy', '=', author.id))
      .returning('words')
      .executeTakeFirst()
    if (!removed) return
    await recordAudit(trx, {
      actorId: author.id,
      action: 'remove note',
      subjectKind: 'member',
      subjectId: id,
      before: { reason: removed.words },
    })
  })
}
