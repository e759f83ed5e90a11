import { sql } from 'kysely'
import { invalidAt, notFound } from '#core/errors.ts'
import { db, readDaysAgo, transaction, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { findDuplicate } from '#domain/duplicate-submission.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { versionOf, requireVersion } from '#domain/optimistic-lock.ts'
import { pictureJson, requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import { t } from '#messages/t.ts'
import { changedTestimonialInput, testimonialInput, type TestimonialInput } from './club.input.ts'
import { evictClub, type Testimonial } from './club.server.ts'

/** Returns a testimonial with its version, for editing. Admins only. Throws `not-found`. */
export async function getTestimonial(actor: Actor, id: string): Promise<Testimonial & { version: string }> {
  requirePermission(actor, 'testimonials.manage')
  const testimonial = await db
    .selectFrom('testimonials')
    .innerJoin('images', 'images.id', 'testimonials.imageId')
    .select(['testimonials.id', 'name', 'who', 'words', pictureJson('images').as('picture')])
    .select(sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'))
    .where('testimonials.id', '=', requireId(id, t('refusal.thisTestimonial')))
    .executeTakeFirst()
  if (!testimonial) throw notFound(t('refusal.thisTestimonial'))
  return { ...testimonial, version: testimonialVersion(testimonial, testimonial.picture.id) }
}

type TestimonialText = Pick<Testimonial, 'name' | 'who' | 'words' | 'consent'>
const testimonialVersion = ({ name, who, words, consent }: TestimonialText, imageId: string) =>
  versionOf([name, who, words, consent, imageId])

/**
 * Adds a testimonial to the home page. A duplicate submission returns the first one. Admins only; audited.
 * Throws `invalid` with a message per field.
 */
export async function addTestimonial(actor: Actor, input: TestimonialInput): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'testimonials.manage')
  const { photo, consent, ...text } = parseInput(testimonialInput, input)
  const added = await transaction(async (trx) => {
    await requireConsentNotInFuture(trx, consent)
    const imageId = await requireOwnPicture(trx, admin.id, photo)
    const before = await findDuplicate(trx, 'testimonials', { ...text, agreedOn: consent })
    if (before) return before
    const testimonial = await trx
      .insertInto('testimonials')
      .values({ ...text, imageId, agreedOn: consent })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      ...auditSubject(admin, testimonial.id),
      action: 'add testimonial',
      after: { ...text, consent },
    })
    return testimonial
  })
  evictClub()
  return added
}

/**
 * Changes a testimonial; without a new photo the old one stays. Admins only; audited. Throws `not-found`,
 * `invalid`, and `conflict` if the version is outdated; its facts carry the current version.
 */
export async function changeTestimonial(
  actor: Actor,
  id: string,
  input: TestimonialInput,
  openedVersion: string | null = null,
): Promise<void> {
  const admin = requirePermission(actor, 'testimonials.manage')
  const testimonialId = requireId(id, t('refusal.thisTestimonial'))
  const { photo, consent, ...text } = parseInput(changedTestimonialInput, input)
  await transaction(async (trx) => {
    await requireConsentNotInFuture(trx, consent)
    const found = await trx
      .selectFrom('testimonials')
      .select([
        'name',
        'who',
        'words',
        'imageId',
        sql<string>`to_char(agreed_on, 'YYYY-MM-DD')`.as('consent'),
      ])
      .where('id', '=', testimonialId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound(t('refusal.thisTestimonial'))
    const { imageId: currentImageId, ...before } = found
    requireVersion(
      openedVersion,
      testimonialVersion(before, currentImageId),
      t('refusal.testimonialSavedMeanwhile'),
    )
    const imageId = photo === '' ? currentImageId : await requireOwnPicture(trx, admin.id, photo)
    await trx
      .updateTable('testimonials')
      .set({ ...text, imageId, agreedOn: consent })
      .where('id', '=', testimonialId)
      .execute()
    await recordAudit(trx, {
      ...auditSubject(admin, testimonialId),
      action: 'change testimonial',
      before,
      after: { ...text, consent, ...(imageId !== currentImageId && { photo: 'another' }) },
    })
  })
  evictClub()
}

/** Throws `invalid` if the day of consent is in the future. */
async function requireConsentNotInFuture(trx: Transaction, consent: Day): Promise<void> {
  if ((await readDaysAgo(trx, consent)) < 0) throw invalidAt('consent', t('refusal.thisDayIsIn'))
}

/** Removes a testimonial from the home page. Admins only; audited. Throws `not-found`. */
export async function removeTestimonial(actor: Actor, id: string): Promise<void> {
  const admin = requirePermission(actor, 'testimonials.manage')
  const testimonialId = requireId(id, t('refusal.thisTestimonial'))
  await transaction(async (trx) => {
    const before = await trx
      .deleteFrom('testimonials')
      .where('id', '=', testimonialId)
      .returning(['name', 'words'])
      .executeTakeFirst()
    if (!before) throw notFound(t('refusal.thisTestimonial'))
    await recordAudit(trx, { ...auditSubject(admin, testimonialId), action: 'remove testimonial', before })
  })
  evictClub()
}

const auditSubject = (admin: Person, id: string) => ({
  actorId: admin.id,
  subjectKind: 'testimonial',
  subjectId: id,
})
