import { notFound } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { memberNoteInput, type MemberNoteInput } from './new-member.input.ts'

export type MemberNote = { id: string; words: string; author: string | null; createdAt: Date }

/** Returns the notes about a member, newest first. Throws `forbidden` without the permission `notes.write`. */
export async function listMemberNotes(actor: Actor, memberId: string): Promise<MemberNote[]> {
  requirePermission(actor, 'notes.write')
  return db
    .selectFrom('memberNotes')
    .leftJoin('users', 'users.id', 'memberNotes.writtenBy')
    .where('memberId', '=', requireId(memberId, t('refusal.thisPerson')))
    .select(['memberNotes.id', 'words', 'users.name as author', 'memberNotes.createdAt'])
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
  const staff = requirePermission(actor, 'notes.write')
  const id = requireId(memberId, t('refusal.thisPerson'))
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
    await trx.insertInto('memberNotes').values({ memberId: id, words, writtenBy: staff.id }).execute()
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'write note',
      subjectKind: 'member',
      subjectId: id,
    })
  })
}

/** Removes a note, whose words stay in the audit log. Idempotent. Throws `forbidden`. */
export async function removeMemberNote(actor: Actor, memberId: string, noteId: string): Promise<void> {
  const staff = requirePermission(actor, 'notes.write')
  const id = requireId(memberId, t('refusal.thisPerson'))
  await transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('memberNotes')
      .where('id', '=', requireId(noteId, t('refusal.thisNote')))
      .where('memberId', '=', id)
      .returning('words')
      .executeTakeFirst()
    if (!removed) return
    await recordAudit(trx, {
      actorId: staff.id,
      action: 'remove note',
      subjectKind: 'member',
      subjectId: id,
      before: { reason: removed.words },
    })
  })
}
