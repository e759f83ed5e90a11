import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { findDuplicate } from '#domain/duplicate-submission.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { pictureJson, requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import {
  galleryItemInput,
  galleryPositionInput,
  galleryTextInput,
  type GalleryItemInput,
  type GalleryPosition,
  type GalleryText,
} from './gallery.input.ts'
import { moveToPosition } from './gallery.rules.ts'

export type GalleryItem = {
  id: string
  picture: Picture
  /** '' if there is none */
  caption: string
  /** Alternative text; '' if not set. */
  altText: string
  createdAt: Date
}

/** Lists the gallery in its order; at most 1,000 at once. Public. */
export async function listGallery(range: Partial<PageRange> = {}): Promise<Page<GalleryItem>> {
  const { limit, offset } = clampPageRange(range, 1000)
  const [items, { total }] = await Promise.all([
    db
      .selectFrom('galleryItems')
      .innerJoin('images', 'images.id', 'galleryItems.imageId')
      .select([
        'galleryItems.id',
        pictureJson('images').as('picture'),
        'galleryItems.caption',
        'galleryItems.altText',
        'galleryItems.createdAt',
      ])
      .orderBy('galleryItems.position')
      .orderBy('galleryItems.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('galleryItems')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/**
 * Adds a picture at the end. A duplicate submission returns the first one. Admins only. Throws `invalid`
 * with a message per field.
 */
export async function addGalleryItem(actor: Actor, input: GalleryItemInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'gallery.manage')
  const { photo, ...text } = parseInput(galleryItemInput, input)
  return withGalleryLock(async (trx) => {
    const imageId = await requireOwnPicture(trx, admin.id, photo)
    const before = await findDuplicate(trx, 'galleryItems', { ...text, imageId })
    if (before) return before
    const added = await trx
      .insertInto('galleryItems')
      .values((eb) => ({
        ...text,
        imageId,
        position: eb
          .selectFrom('galleryItems')
          .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')),
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      ...auditSubject(admin, added.id),
      action: 'add picture',
      after: { ...text, imageId },
    })
    return added
  })
}

/** Changes caption and alternative text. Admins only; audited. Throws `not-found` and `invalid`. */
export async function changeGalleryItem(actor: Actor, id: string, input: GalleryText): Promise<void> {
  const admin = requirePermission(actor, 'gallery.manage')
  const itemId = requireId(id, t('refusal.thisPicture'))
  await withGalleryLock(async (trx) => {
    const { caption, altText } = await requireGalleryItem(trx, itemId)
    const after = parseInput(galleryTextInput, input)
    await trx.updateTable('galleryItems').set(after).where('id', '=', itemId).execute()
    const before = { caption, altText }
    await recordAudit(trx, { ...auditSubject(admin, itemId), action: 'change picture', before, after })
  })
}

/** Moves a picture to a position counted from 0. Admins only; audited. Throws `not-found` and `invalid`. */
export async function moveGalleryItem(actor: Actor, id: string, input: GalleryPosition): Promise<void> {
  const admin = requirePermission(actor, 'gallery.manage')
  const itemId = requireId(id, t('refusal.thisPicture'))
  await withGalleryLock(async (trx) => {
    await requireGalleryItem(trx, itemId)
    const { place } = parseInput(galleryPositionInput, input)
    const items = await trx
      .selectFrom('galleryItems')
      .select('id')
      .orderBy('position')
      .orderBy('id')
      .execute()
    const ids = items.map((item) => item.id)
    const order = moveToPosition(ids, itemId, place)
    await sql`update gallery_items set position = ordering.position
      from unnest(${order}::uuid[]) with ordinality as ordering (id, position)
      where gallery_items.id = ordering.id and gallery_items.position <> ordering.position`.execute(trx)
    // the audit log counts positions from 1
    const before = { place: ids.indexOf(itemId) + 1 }
    const after = { place: order.indexOf(itemId) + 1 }
    await recordAudit(trx, { ...auditSubject(admin, itemId), action: 'move picture', before, after })
  })
}

/** Removes a picture. Admins only; audited. Throws `not-found`. */
export async function removeGalleryItem(actor: Actor, id: string): Promise<void> {
  const admin = requirePermission(actor, 'gallery.manage')
  const itemId = requireId(id, t('refusal.thisPicture'))
  await withGalleryLock(async (trx) => {
    const before = await requireGalleryItem(trx, itemId)
    await trx.deleteFrom('galleryItems').where('id', '=', itemId).execute()
    await recordAudit(trx, { ...auditSubject(admin, itemId), action: 'remove picture', before })
  })
}

const auditSubject = (admin: Person, itemId: string) => ({
  actorId: admin.id,
  subjectKind: 'gallery item',
  subjectId: itemId,
})

// Serialises changes of the gallery's order; readers do not wait.
async function withGalleryLock<Result>(change: (trx: Transaction) => Promise<Result>): Promise<Result> {
  return transaction(async (trx) => {
    await sql`lock table gallery_items in share row exclusive mode`.execute(trx)
    return change(trx)
  })
}

async function requireGalleryItem(trx: Transaction, id: string) {
  const found = await trx
    .selectFrom('galleryItems')
    .select(['imageId', 'caption', 'altText'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound(t('refusal.thisPicture'))
  return found
}
