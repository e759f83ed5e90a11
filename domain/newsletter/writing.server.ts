import { sql } from 'kysely'
import { clubNow, db, transaction } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { conflict, notFound } from '#domain/errors.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { toHtml } from '#domain/mail/layout.ts'
import { weeklyLetter } from '#domain/mail/letters/weekly-letter.ts'
import { queueMail, readerOf } from '#domain/mail/outbox.server.ts'
import { boundStretch, type Listed, type Stretch } from '#domain/paging.ts'
import { readBlocks } from './blocks.rules.ts'
import { newsletterInput, type NewsletterInput } from './writing.input.ts'

export type Newsletter = {
  id: string
  subject: string
  words: string
  state: 'draft' | 'sending' | 'paused'
  changedAt: Date
  /** When a test of these words was asked for; null when they were changed since. */
  testedAt: Date | null
  begunAt: Date | null
  /** Whether every reader's letter is in the outbox. */
  isWritten: boolean
  /** Of the letters: taken by a mail server, still to be handed over, given up; and readers who left by one of them. */
  sent: number
  waiting: number
  failed: number
  unsubscribed: number
}

const newsletters = () =>
  db
    .selectFrom('newsletters')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('letters')
          .whereRef('letters.newsletterId', '=', 'newsletters.id')
          .select([
            sql<number>`count(handed_over_at)`.as('sent'),
            sql<number>`count(next_try_at)`.as('waiting'),
            sql<number>`count(failed_at)`.as('failed'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['id', 'subject', 'words', 'state', 'changedAt', 'testedAt', 'begunAt', 'unsubscribed'])
    .select((eb) => eb('writtenAt', 'is not', null).as('isWritten'))
    .select((eb) => [
      eb.fn.coalesce('counts.sent', sql<number>`0`).as('sent'),
      eb.fn.coalesce('counts.waiting', sql<number>`0`).as('waiting'),
      eb.fn.coalesce('counts.failed', sql<number>`0`).as('failed'),
    ])

const present = (row: Omit<Newsletter, 'isWritten'> & { isWritten: unknown }): Newsletter => ({
  ...row,
  isWritten: Boolean(row.isWritten),
})

/** The club's weekly letters, drafts included, newest first. Admins only. */
export async function listNewsletters(
  actor: Actor,
  asked: Partial<Stretch> = {},
): Promise<Listed<Newsletter>> {
  requireRole(actor, 'admin')
  const { limit, offset } = boundStretch(asked)
  const [items, { total }] = await Promise.all([
    newsletters().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    db
      .selectFrom('newsletters')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: items.map(present), total }
}

/** One of them. Admins only; throws `not-found`. */
export async function getNewsletter(actor: Actor, id: string): Promise<Newsletter> {
  requireRole(actor, 'admin')
  const row = await newsletters().where('id', '=', requireId(id, 'This letter')).executeTakeFirst()
  if (!row) throw notFound('This letter')
  return present(row)
}

/** How many people a letter goes to: those who confirmed, and whose address was never given up. Admins only. */
export async function countReaders(actor: Actor): Promise<number> {
  requireRole(actor, 'admin')
  const { readers } = await db
    .selectFrom('subscribers')
    .where('confirmedAt', 'is not', null)
    .where('email', 'not in', givenUpAddresses())
    .select((eb) => eb.fn.countAll<number>().as('readers'))
    .executeTakeFirstOrThrow()
  return readers
}

/** Addresses to which an earlier weekly letter could not be delivered: they get no more of them. */
export const givenUpAddresses = () =>
  db
    .selectFrom('letters')
    .where('newsletterId', 'is not', null)
    .where('failedAt', 'is not', null)
    .select('email')

const notADraft = () => conflict('This letter is on its way already, so it cannot be changed.')

/** Saves a draft: a new one without an id. Admins only. Throws `invalid`, `not-found`, `conflict` once it is sent. */
export async function saveNewsletter(
  actor: Actor,
  id: string | null,
  input: NewsletterInput,
): Promise<{ id: string }> {
  const admin = requireRole(actor, 'admin')
  const draft = parseInput(newsletterInput, input)
  if (id === null)
    return db
      .insertInto('newsletters')
      .values({ ...draft, authorId: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const known = await getNewsletter(actor, id)
  const isSame = known.subject === draft.subject && known.words === draft.words
  const saved = await db
    .updateTable('newsletters')
    .set({ ...draft, changedAt: clubNow, ...(isSame ? {} : { testedAt: null }) })
    .where('id', '=', known.id)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw notADraft()
  return saved
}

/** Sends the admin who asks a draft as readers would get it. Throws `not-found`, `conflict` once it is sent. */
export async function sendTest(actor: Actor, id: string): Promise<{ email: string }> {
  const admin = requireRole(actor, 'admin')
  const { id: newsletterId, subject, words } = await getNewsletter(actor, id)
  await transaction(async (trx) => {
    const tested = await trx
      .updateTable('newsletters')
      .set({ testedAt: clubNow })
      .where('id', '=', newsletterId)
      .where('state', '=', 'draft')
      .returning('testedAt')
      .executeTakeFirst()
    if (!tested) throw notADraft()
    await queueMail(trx, weeklyLetter, {
      to: { userId: admin.id },
      cause: `test ${newsletterId} ${tested.testedAt?.toISOString()}`,
      facts: { subject: `Test: ${subject}`.slice(0, 120), blocks: readBlocks(words), key: null },
    })
  })
  return { email: admin.email }
}

/** The letter as its readers will see it. Admins only; throws `not-found`. */
export async function previewNewsletter(actor: Actor, id: string): Promise<string> {
  const { name } = requireRole(actor, 'admin')
  const { subject, words } = await getNewsletter(actor, id)
  const club = await clubFacts()
  const facts = { subject, blocks: readBlocks(words), key: null }
  return toHtml(weeklyLetter.words(facts, readerOf(name, club)), club)
}

/** Throws a draft away. Admins only. Throws `not-found`, `conflict` once it is sent. */
export async function deleteDraft(actor: Actor, id: string): Promise<void> {
  const { id: newsletterId } = await getNewsletter(actor, id)
  const deleted = await db
    .deleteFrom('newsletters')
    .where('id', '=', newsletterId)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notADraft()
}
