import { sql, type Selectable } from 'kysely'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import type { Tables } from '#db/tables.ts'
import { AddressRefused, CarrierUnavailable, mail } from '#platform/mail.ts'
import { settings } from '#platform/settings/env.ts'
import { queue } from '#platform/jobs.ts'
import type { ClubFacts } from '#domain/club/club.rules.ts'
import { clubFacts, isDemoClub } from '#domain/club/club.server.ts'
import { renderHtml, renderText } from './template.ts'
import { isUnsubscribed } from './recipient.ts'
import {
  optionalLetterKinds,
  type Letter,
  type LetterKind,
  type OptionalLetterKind,
  type LetterReader,
} from './letter.ts'
import { maxDeliveryAttempts, retryDelaySeconds } from './retry.rules.ts'

type LetterRow = Selectable<Tables['letters']>

/** Says that letters wait. Whoever looks takes all of them, so one that finds nothing was only late. */
export const outbox = queue<Record<string, never>>('mail', {
  retries: 3,
  firstPauseSeconds: 5,
  longestPauseSeconds: 60,
})

/** How long a letter that is being handed over is nobody else's, should this process end meanwhile. */
const lease = sql`interval '2 minutes'`
/** A job has a minute. */
const maxRunMs = 40_000

type Recipient = { userId: string } | { email: string; name: string }
type QueueMailParams<Facts> = {
  to: Recipient
  /** What the letter is written because of, such as `payment:` and an id: one cause, one letter. */
  cause: string
  facts: Facts
  /** After so many minutes nobody needs it any more, such as a link that is over. */
  minutes?: number
  /** One of many of the same words, which go after letters to one person; whoever queues the last says that they wait. */
  bulk?: { newsletterId: string; unsubscribePath: string; paused: boolean }
}

/**
 * Queues a letter in the transaction of its cause: it exists if and only if that commits, and once, however often
 * it is asked for. It is handed over within seconds and at least once, always with the same Message-ID.
 */
export async function queueMail<Facts>(
  trx: Transaction,
  letter: Omit<Letter<Facts>, 'example'>,
  { to, cause, facts, minutes, bulk }: QueueMailParams<Facts>,
): Promise<void> {
  const club = await clubFacts(trx)
  if ('userId' in to && !(await isLetterWanted(trx, to.userId, letter.kind))) return
  const addressee = await findRecipient(trx, to)
  const words = letter.compose(facts, letterReader(addressee.name, club))
  const queued = await trx
    .insertInto('letters')
    .values({
      ...addressee,
      cause: `${letter.name} ${cause}`,
      letter: letter.name,
      subject: words.subject,
      html: renderHtml(words, club),
      text: renderText(words, club),
      ...bulk,
      usefulUntil: minutes === undefined ? null : sql<Date>`club_now() + make_interval(mins => ${minutes})`,
    })
    .onConflict((again) => again.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (queued && !bulk) await outbox.enqueue(trx, {})
}

/**
 * A name is greeted by its first word; nobody's name is 'there'. One that mail programs would make a link of is
 * not repeated: a stranger chose it together with somebody else's address.
 */
export function letterReader(name: string, { name: clubName, timeZone }: ClubFacts): LetterReader {
  const [first = ''] = name.split(' ')
  const isGreeted = first !== '' && !/[.:/@]./.test(first)
  return { firstName: isGreeted ? first : 'there', clubName, timeZone }
}

/** Whether somebody gets letters of this kind: those that can be switched off go to proved addresses only. */
async function isLetterWanted(trx: Transaction, userId: string, kind: LetterKind): Promise<boolean> {
  if (!optionalLetterKinds.some((optional) => optional === kind)) return true
  const reader = await trx
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', userId)
    .select(['emailVerified', 'unwantedLetters'])
    .executeTakeFirst()
  return reader !== undefined && reader.emailVerified && !reader.unwantedLetters.includes(kind)
}

/** The same of the person in this column, for rounds: who gets no letter is not looked at again and again. */
export const wantsLettersCondition = (column: string, kind: OptionalLetterKind) => sql<boolean>`exists (
  select from users join members on members.user_id = users.id
  where users.id = ${sql.ref(column)} and email_verified and not ${kind} = any (unwanted_letters))`

async function findRecipient(trx: Transaction, to: Recipient) {
  if (!('userId' in to)) return { ...to, userId: null }
  const { name, email } = await trx
    .selectFrom('users')
    .where('id', '=', to.userId)
    .select(['name', 'email'])
    .executeTakeFirstOrThrow()
  return { userId: to.userId, name, email }
}

/**
 * Hands over every letter whose turn it is, one after the other. A letter that nobody takes now is tried again
 * for about a day and then kept for admins; where nobody takes letters at all, the others wait for the next round.
 */
export async function deliverLetters(): Promise<void> {
  const began = performance.now()
  for (let letter = await claimNextLetter(); letter; letter = await claimNextLetter()) {
    if (!(await deliver(letter))) return
    if (performance.now() - began > maxRunMs) return transaction((trx) => outbox.enqueue(trx, {}))
  }
}

/** The next letter whose turn it is, which is this process's for two minutes; its try is counted. */
async function claimNextLetter(): Promise<LetterRow | undefined> {
  return db
    .updateTable('letters')
    .set((eb) => ({ tries: eb('tries', '+', 1), nextTryAt: sql<Date>`club_now() + ${lease}` }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('letters')
        .where('nextTryAt', '<=', clubNow)
        .where('paused', '=', false)
        .orderBy((by) => by('newsletterId', 'is not', null))
        .orderBy('nextTryAt')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returningAll()
    .executeTakeFirst()
}

/** False when nobody carries letters just now. What its reader wants no more is thrown away. */
async function deliver(letter: LetterRow): Promise<boolean> {
  try {
    if (await deleteIfUnsubscribed(letter)) return true
    if (await isExpired(letter)) {
      await markFailed(letter, 'It could not be handed over before its link was over.')
      return true
    }
    const { id, name, email, subject, html, text, queuedAt, unsubscribePath } = letter
    await mail.send({
      id,
      to: { name, address: email },
      subject,
      html: html ?? '',
      text: text ?? '',
      writtenAt: queuedAt,
      unsubscribeUrl: unsubscribePath === null ? null : settings.publicUrl + unsubscribePath,
    })
    await recordOutcome(letter, { handedOverAt: clubNow, failure: null, ...contentAfterDelivery() })
    return true
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const addressRefused = error instanceof AddressRefused
    if (addressRefused || letter.tries >= maxDeliveryAttempts)
      await markFailed(letter, reason, addressRefused)
    else
      await db
        .updateTable('letters')
        .set({
          failure: reason,
          nextTryAt: sql<Date>`club_now() + make_interval(secs => ${retryDelaySeconds(letter.tries)})`,
        })
        .where('id', '=', letter.id)
        .execute()
    return !(error instanceof CarrierUnavailable)
  }
}

/** The demo club's mailbox shows them; a real club's database forgets what links may open. */
const contentAfterDelivery = () => (isDemoClub() ? {} : { html: null, text: null })

async function deleteIfUnsubscribed({ id, unsubscribePath }: LetterRow): Promise<boolean> {
  if (unsubscribePath === null) return false
  const thrown = db.deleteFrom('letters').where('id', '=', id).where(isUnsubscribed).returning('id')
  return (await thrown.executeTakeFirst()) !== undefined
}

async function isExpired({ usefulUntil }: LetterRow): Promise<boolean> {
  if (usefulUntil === null) return false
  const { over } = await db
    .selectNoFrom(sql<boolean>`club_now() > ${usefulUntil}`.as('over'))
    .executeTakeFirstOrThrow()
  return over
}

const markFailed = (letter: LetterRow, failure: string, addressRefused = false) =>
  recordOutcome(letter, { failedAt: clubNow, failure, addressRefused })

async function recordOutcome({ id }: LetterRow, fate: object): Promise<void> {
  await db
    .updateTable('letters')
    .set({ ...fate, nextTryAt: null })
    .where('id', '=', id)
    .execute()
}
