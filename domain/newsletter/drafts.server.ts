import { conflict, invalidAt } from '#core/errors.ts'
import { isUuid } from '#core/is-uuid.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { findDuplicate } from '#domain/duplicate-submission.server.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail, letterReader } from '#domain/mail/outbox.server.ts'
import { renderHtml, renderText } from '#domain/mail/template.ts'
import { requireVersion } from '#domain/optimistic-lock.ts'
import { storeLetterRendition } from '#domain/pictures/letter-picture.server.ts'
import { requireOwnPicture } from '#domain/pictures/picture-queries.server.ts'
import { t } from '#messages/t.ts'
import { newsletterInput, type NewsletterInput } from './drafts.input.ts'
import { letterFacts, getNewsletter, letterFor, type Issue } from './issues.server.ts'

const alreadySentError = () => conflict(t('refusal.thisLetterIsAlready'))

/**
 * Saves a draft; without an id it creates one, and a duplicate submission returns the first. Admins only.
 * Throws `invalid`, `not-found`, and `conflict` if it was sent or the version, its time of change, is
 * outdated; its facts carry the current version.
 */
export async function saveNewsletter(
  actor: Actor,
  id: string | null,
  input: NewsletterInput,
  openedVersion: string | null = null,
): Promise<{ id: string }> {
  const admin = requirePermission(actor, 'newsletter.write')
  const { photo, ...texts } = parseInput(newsletterInput, input)
  const existing = id === null ? null : await getNewsletter(actor, id)
  const currentImageId = existing?.picture?.id
  const saved = await transaction(async (trx) => {
    if (existing !== null)
      requireVersion(openedVersion, await lockVersion(trx, existing.id), t('refusal.draftSavedMeanwhile'))
    // a picture chosen by another admin may stay
    const isNew = photo !== undefined && photo !== currentImageId
    const imageId = isNew ? await requireOwnPicture(trx, admin.id, photo) : (photo ?? null)
    const draft = { ...texts, imageId }
    if (draft.trainerId !== null) await requireTrainer(trx, draft.trainerId)
    if (existing === null) return addDraft(trx, { ...draft, authorId: admin.id })
    const isSame =
      imageId === (currentImageId ?? null) &&
      draft.trainerId === (existing.trainer?.id ?? null) &&
      (['subject', 'words', 'altText', 'audience'] as const).every((name) => existing[name] === draft[name])
    const updated = await trx
      .updateTable('newsletters')
      .set({ ...draft, changedAt: clubNow, ...(isSame ? {} : { testedAt: null }) })
      .where('id', '=', existing.id)
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst()
    if (!updated) throw alreadySentError()
    return updated
  })
  const { picture } = await getNewsletter(actor, saved.id)
  if (picture) await storeLetterRendition(picture)
  return saved
}

type Draft = {
  audience: 'subscribers' | 'members'
  subject: string
  words: string
  altText: string
  imageId: string | null
  trainerId: string | null
  authorId: string
}

async function addDraft(trx: Transaction, draft: Draft): Promise<{ id: string }> {
  const before = await findDuplicate(trx, 'newsletters', { ...draft, state: 'draft' })
  return before ?? trx.insertInto('newsletters').values(draft).returning('id').executeTakeFirstOrThrow()
}

/** Locks the newsletter and returns its version: the time of its last change. */
async function lockVersion(trx: Transaction, id: string): Promise<string> {
  const now = await trx
    .selectFrom('newsletters')
    .where('id', '=', id)
    .select('changedAt')
    .forUpdate()
    .executeTakeFirst()
  return now?.changedAt.toISOString() ?? ''
}

async function requireTrainer(trx: Transaction, trainerId: string): Promise<void> {
  const found = await trx.selectFrom('trainers').where('id', '=', trainerId).select('id').executeTakeFirst()
  if (!found) throw invalidAt('audience', t('input.audience'))
}

/**
 * Sends a draft to the admin, as readers would get it. Throws `not-found`, and `conflict` if it was sent.
 */
export async function sendTestLetter(actor: Actor, id: string): Promise<{ email: string }> {
  const admin = requirePermission(actor, 'newsletter.write')
  const newsletter = await getNewsletter(actor, id)
  await transaction(async (trx) => {
    const tested = await trx
      .updateTable('newsletters')
      .set({ testedAt: clubNow })
      .where('id', '=', newsletter.id)
      .where('state', '=', 'draft')
      .returning('testedAt')
      .executeTakeFirst()
    if (!tested) throw alreadySentError()
    // the kind `newsletter` ignores the letter preferences of the admin
    await queueMail(
      trx,
      { ...letterFor(newsletter), kind: 'newsletter' },
      {
        to: { userId: admin.id },
        cause: `test ${newsletter.id} ${tested.testedAt?.toISOString()}`,
        facts: {
          ...letterFacts(newsletter, null),
          subject: t('letter.testSubject', { subject: newsletter.subject }),
        },
      },
    )
  })
  return { email: admin.email }
}

/** What has been typed but not saved. */
type TypedLetter = { audience: string; subject: string; words: string }

/**
 * Returns the letter as readers will see it, in HTML and as text; what is typed replaces the saved text, and the
 * picture stays the saved one. Without an id it is a new letter. Admins only. Throws `not-found`.
 */
export async function previewNewsletter(
  actor: Actor,
  id: string | null,
  typed: TypedLetter | null = null,
): Promise<{ html: string; text: string }> {
  const { name } = requirePermission(actor, 'newsletter.write')
  const saved = id === null ? newIssue : await getNewsletter(actor, id)
  const issue = typed === null ? saved : { ...saved, ...(await typedIssue(typed)) }
  const club = await clubFacts()
  const content = letterFor(issue).compose(letterFacts(issue, null), letterReader(name, club))
  return { html: renderHtml(content, club), text: renderText(content, club) }
}

const newIssue: Issue = {
  id: '',
  audience: 'subscribers',
  trainer: null,
  subject: '',
  words: '',
  picture: null,
  altText: '',
}

async function typedIssue({ audience, subject, words }: TypedLetter): Promise<Partial<Issue>> {
  const trainer = isUuid(audience)
    ? await db.selectFrom('trainers').where('id', '=', audience).select(['id', 'name']).executeTakeFirst()
    : undefined
  return {
    audience: audience === 'subscribers' ? 'subscribers' : 'members',
    trainer: trainer ?? null,
    subject: subject.slice(0, bounds.newsletterSubject.most),
    words: words.slice(0, bounds.newsletterWords.most),
  }
}

/** Deletes a draft. Admins only. Throws `not-found`, and `conflict` if it was sent. */
export async function deleteDraft(actor: Actor, id: string): Promise<void> {
  const { id: newsletterId } = await getNewsletter(actor, id)
  const deleted = await db
    .deleteFrom('newsletters')
    .where('id', '=', newsletterId)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw alreadySentError()
}
