import { sql, type NotNull, type Selectable } from 'kysely'
import { clubNow, clubZone, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day, Tables } from '#db/tables.ts'
import type { ClubFacts } from '#domain/club/club-facts.rules.ts'
import { clubFacts, isDemoClub } from '#domain/club/club.server.ts'
import { inEnglish, message } from '#format/stored-message.ts'
import { greetingName } from '#format/text.ts'
import { languageOf, type Language } from '#messages/languages.ts'
import { inLanguage, t } from '#messages/t.ts'
import { queue } from '#platform/jobs.ts'
import { CarrierUnavailable, mail, MailRefused, sendsMail } from '#platform/mail.ts'
import { settings } from '#platform/settings/env.ts'
import { linkedForGuardian } from './guardian-links.ts'
import {
  optionalLetterKinds,
  type Letter,
  type LetterKind,
  type OptionalLetterKind,
  type LetterReader,
} from './letter.ts'
import { countRefusal, endRefusals } from './newsletter-pause.server.ts'
import { isUnsubscribed, letterAddress } from './recipient.ts'
import { maxDeliveryAttempts, retryDelaySeconds } from './retry.rules.ts'
import { renderHtml, renderText } from './template.ts'

type LetterRow = Selectable<Tables['letters']>
/** Letters that can be sent have an address. */
type DueLetter = LetterRow & { email: string }

/** Signals that letters are waiting. A worker takes all of them, so a job that finds none is harmless. */
export const outbox = queue<Record<string, never>>('mail', {
  retries: 3,
  firstPauseSeconds: 5,
  longestPauseSeconds: 60,
})

/** How long a claimed letter is reserved for one worker, in case it crashes. */
const lease = sql`interval '2 minutes'`
/** a job must end within a minute */
const maxRunMs = 40_000

/** An address without a language is written to in the club's own. */
type Recipient = { userId: string } | { email: string; name: string; language?: string }
type ConcernedHours = {
  /** Local hours, or the end of a month or of a make-up. */
  hours: readonly { day: Day; startHour: number }[] | Date
  /** The trainers who can notify the recipient too. */
  trainerIds?: readonly string[]
}
type QueueMailParams<Facts> = {
  to: Recipient
  /** The event that the letter reports, such as `payment:` and an id. One letter is sent per cause. */
  cause: string
  /** A function is called in the language of the reader, for facts that contain sentences. */
  facts: Facts | (() => Facts)
  /** The hours of a change, until the last of which the office sees a recipient who may not know of it. */
  concerns?: ConcernedHours
  /** Minutes until the letter expires, for example because its link does. */
  minutes?: number
  /**
   * A newsletter to many recipients, sent after individual letters. The caller signals the outbox after
   * queueing the last one.
   */
  bulk?: { newsletterId: string; unsubscribePath: string; paused: boolean }
}

/**
 * Queues a letter in the transaction of its cause, so that it exists if and only if that commits. Queueing
 * the same cause again has no effect. Delivery starts within seconds, at least once, always with the same
 * Message-ID. Returns whether the letter is sent: false when the recipient does not want it or has no address, and
 * when the club sends no mail. A change for a person without an address, or with one that refused the last letter, is
 * written as undelivered, and returns false.
 */
export async function queueMail<Facts>(
  trx: Transaction,
  letter: Omit<Letter<Facts>, 'example'>,
  { to, cause, facts, concerns, minutes, bulk }: QueueMailParams<NoInfer<Facts>>,
): Promise<boolean> {
  const club = await clubFacts(trx)
  if ('userId' in to && !(await isLetterWanted(trx, to.userId, letter.kind))) return false
  const { isAddressRefused, hasGuardian, preferredName, language, ...addressee } = await findRecipient(
    trx,
    to,
  )
  const isChange = letter.kind === 'changes'
  if (addressee.email === null && !isChange) return false
  const failure = addressee.email === null ? withoutAddress : isAddressRefused ? refusedBefore : null
  const isFailed = isChange && failure !== null
  const rendered = inLanguage(readerLanguage(language, club), () => {
    const known = typeof facts === 'function' ? (facts as () => Facts)() : facts
    const composed = letter.compose(known, letterReader(addressee.name, club, preferredName))
    const content = hasGuardian && addressee.userId ? linkedForGuardian(composed, addressee.userId) : composed
    const { subject } = content
    return { subject, html: renderHtml(content, club), text: renderText(content, club) }
  })
  const queued = await trx
    .insertInto('letters')
    .values({
      ...addressee,
      cause: `${letter.name} ${cause}`,
      letter: letter.name,
      ...rendered,
      ...bulk,
      ...(concerns && concernedColumns(concerns)),
      usefulUntil: minutes === undefined ? null : sql<Date>`club_now() + make_interval(mins => ${minutes})`,
      ...(isFailed && {
        nextTryAt: null,
        failedAt: clubNow,
        failure: inEnglish(failure),
        addressRefused: addressee.email !== null,
      }),
    })
    .onConflict((again) => again.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (queued && !bulk && !isFailed) await outbox.enqueue(trx, {})
  return !isFailed && sendsMail()
}

/** Returns the language of what a member reads outside of pages. */
export const languageForMember = async (userId: string, from: Queryable = db): Promise<Language> =>
  readerLanguage(await letterLanguage(from, userId), await clubFacts(from))

/** Returns the member's language if the club offers it, or else the club's own. */
function readerLanguage(tag: string, { languages }: ClubFacts): Language {
  const own = languages[0] ?? 'en'
  const chosen = languageOf(tag)
  return chosen !== null && languages.includes(chosen) ? chosen : own
}

/** Returns the columns with the first and the last hour, and the trainers. */
function concernedColumns({ hours, trainerIds = [] }: ConcernedHours) {
  if (hours instanceof Date) return { tellBy: hours, tellUntil: hours, trainerIds: [...trainerIds] }
  const inOrder = hours.toSorted(
    (one, other) => one.day.localeCompare(other.day) || one.startHour - other.startHour,
  )
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (first === undefined || last === undefined) return {}
  const start = ({ day, startHour }: typeof first) =>
    sql<Date>`(${day}::date + make_interval(hours => ${startHour}::integer)) at time zone ${clubZone}`
  return { tellBy: start(first), tellUntil: start(last), trainerIds: [...new Set(trainerIds)] }
}

const refusedBefore = message('reason.refusedBefore')

const withoutAddress = message('reason.noAddress')

/** SQL predicate on `users`: the mail server refused the address as unknown. */
const addressIsRefused = sql<boolean>`exists (
  select from letters refused where refused.email = letter_address(users) and refused.address_refused)`

/** SQL predicate on `users`: a letter would reach the person. */
export const isReachable = sql<boolean>`(letter_address(users) is not null and not ${addressIsRefused})`

/**
 * Returns the recipient's facts for a letter. The greeting uses the preferred name, else the first name, or 'there' if
 * empty. A name that mail programs would turn into a link is not used: strangers can sign up someone else's address.
 */
export function letterReader(
  name: string,
  { name: clubName, timeZone }: ClubFacts,
  preferredName = '',
): LetterReader {
  const first = greetingName({ name, preferredName })
  const isGreeted = first !== '' && !/[.:/@]\S/.test(first)
  return { firstName: isGreeted ? first : t('letter.there'), clubName, timeZone }
}

/** Whether the recipient wants letters of this kind. Optional kinds go to confirmed addresses only. */
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

/**
 * SQL predicate: whether the user in `column` wants letters of this kind. Lets reminder jobs skip people
 * who opted out.
 */
export const wantsLettersCondition = (column: string, kind: OptionalLetterKind) => sql<boolean>`exists (
  select from users join members on members.user_id = users.id
  where users.id = ${sql.ref(column)} and email_verified and not ${kind} = any (unwanted_letters))`

/** SQL expression on `members`: the language of a person's letters, which is the guardian's unless they chose one. */
const letterLanguageColumn = sql<string>`coalesce(nullif(members.language, ''), (
  select nullif(reader.language, '') from acting_guardians join members reader on reader.user_id = guardian_id
  where member_id = members.user_id order by acting_guardians.created_at, guardian_id limit 1), '')`

/** Returns the language of a person's letters as a BCP 47 tag; '' for the club's own. */
export async function letterLanguage(reader: Queryable, userId: string): Promise<string> {
  const member = await reader
    .selectFrom('members')
    .where('userId', '=', userId)
    .select(letterLanguageColumn.as('language'))
    .executeTakeFirst()
  return member?.language ?? ''
}

async function findRecipient(trx: Transaction, to: Recipient) {
  if (!('userId' in to))
    return {
      language: '',
      ...to,
      userId: null,
      preferredName: '',
      isAddressRefused: false,
      hasGuardian: false,
    }
  const recipient = await trx
    .selectFrom('users')
    .leftJoin('members', 'members.userId', 'users.id')
    .where('users.id', '=', to.userId)
    .select(['name', letterAddress('users').as('email'), addressIsRefused.as('isAddressRefused')])
    .select((eb) => eb.fn.coalesce('preferredName', sql.lit('')).as('preferredName'))
    .select((eb) => eb.fn.coalesce(letterLanguageColumn, sql.lit('')).as('language'))
    .select(sql<boolean>`exists (select from acting_guardians where member_id = users.id)`.as('hasGuardian'))
    .executeTakeFirstOrThrow()
  return { userId: to.userId, ...recipient }
}

/**
 * Delivers every due letter, one after the other. Failed letters are retried for about a day and then
 * listed for admins. If the mail server accepts nothing, the rest waits for the next run.
 */
export async function deliverLetters(): Promise<void> {
  const began = performance.now()
  for (let letter = await claimNextLetter(); letter; letter = await claimNextLetter()) {
    if (!(await deliver(letter))) return
    if (performance.now() - began > maxRunMs) return transaction((trx) => outbox.enqueue(trx, {}))
  }
}

/** Claims the next due letter for two minutes and counts the attempt. */
async function claimNextLetter(): Promise<DueLetter | undefined> {
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
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
}

/**
 * Returns false if the mail server is unavailable. Discards a letter that its recipient has unsubscribed
 * from.
 */
async function deliver(letter: DueLetter): Promise<boolean> {
  try {
    if (await deleteIfUnsubscribed(letter)) return true
    if (await isExpired(letter)) {
      await markFailed(letter, inEnglish(message('reason.linkExpired')))
      return true
    }
    const { id, letter: kind, name, email, subject, html, text, queuedAt, unsubscribePath } = letter
    await mail.send({
      id,
      to: { name, address: email },
      subject,
      html: html ?? '',
      text: text ?? '',
      writtenAt: queuedAt,
      list:
        unsubscribePath === null
          ? null
          : { name: kind, unsubscribeUrl: settings.publicUrl + unsubscribePath },
    })
    await recordOutcome(letter, { handedOverAt: clubNow, failure: null, ...contentAfterDelivery() })
    await endRefusals(letter)
    return true
  } catch (error) {
    await recordFailure(letter, error)
    return !(error instanceof CarrierUnavailable)
  }
}

/** Gives the letter up when its address is unknown or its attempts are used up, and otherwise schedules a retry. */
async function recordFailure(letter: DueLetter, error: unknown): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const refused = error instanceof MailRefused ? error.subject : null
  const isUnknown = refused === 'address' || (refused === 'recipient' && (await othersWereAccepted(letter)))
  if (isUnknown || letter.tries >= maxDeliveryAttempts) await markFailed(letter, reason, isUnknown)
  else
    await db
      .updateTable('letters')
      .set((eb) => ({
        failure: reason,
        nextTryAt: sql<Date>`club_now() + make_interval(secs => ${retryDelaySeconds(letter.tries)})`,
        refusedAt: refused === 'recipient' ? eb.fn.coalesce('refusedAt', clubNow) : null,
      }))
      .where('id', '=', letter.id)
      .execute()
  if (refused !== null) await countRefusal(letter, reason)
}

/** Whether the server accepted another recipient in the last minutes, after it had refused this one. */
async function othersWereAccepted({ refusedAt, email }: DueLetter): Promise<boolean> {
  if (refusedAt === null) return false
  const accepted = await db
    .selectFrom('letters')
    .where('handedOverAt', '>', sql<Date>`greatest(${refusedAt}, club_now() - interval '10 minutes')`)
    .where('email', '<>', email)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return accepted !== undefined
}

/**
 * The demo club keeps the content for its mailbox. A real club erases it, because it can contain secret
 * links.
 */
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
