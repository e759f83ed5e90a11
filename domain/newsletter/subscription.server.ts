import { sql } from 'kysely'
import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import { clubNow, db, transaction, type Transaction } from '#db/client.ts'
import { parseInput } from '#domain/input.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { confirmNewsletter } from '#domain/newsletter/letters/confirm-newsletter.ts'
import { requestLanguage, t } from '#messages/t.ts'
import { selectRefusedAddresses } from './audience.server.ts'
import { subscribeInput, type SubscribeInput } from './subscription.input.ts'

// The key in a letter authorises changes to its subscription. No account is needed.

/**
 * Subscribes an address and sends a confirmation letter, at most once a day, also when newsletters leave a confirmed
 * address out. A known address gets the same response as a new one, with its id, and keeps its stored name. Public.
 * Throws `invalid` with a message per field.
 */
export async function subscribe(input: SubscribeInput): Promise<{ id: string; name: string }> {
  const { name = '', email } = parseInput(subscribeInput, input)
  const language = requestLanguage() ?? ''
  return transaction(async (trx) => {
    const { id, ...known } = await trx
      .insertInto('subscribers')
      .values({ name, email, language })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ language }))
      .returning(['id', 'key', 'confirmedAt', 'name'])
      .returning((eb) => eb('email', 'in', selectRefusedAddresses(trx)).as('isRefused'))
      .returning(sql<string>`(club_now() at time zone 'UTC')::date::text`.as('day'))
      .executeTakeFirstOrThrow()
    if (known.confirmedAt === null || known.isRefused)
      await queueMail(trx, confirmNewsletter, {
        to: { email, name: known.name, language },
        cause: `${id} ${known.day}`,
        facts: { key: known.key },
      })
    return { id, name }
  })
}

export type Subscription = { email: string; isConfirmed: boolean }

const isKey = (key: string) => z.uuid().safeParse(key).success

/** Returns the subscription of a key; null if it has ended. */
export async function findSubscription(key: string): Promise<Subscription | null> {
  if (!isKey(key)) return null
  const found = await db
    .selectFrom('subscribers')
    .where('key', '=', key)
    .select(['email', 'confirmedAt'])
    .executeTakeFirst()
  return found ? { email: found.email, isConfirmed: found.confirmedAt !== null } : null
}

/** Confirms a subscription. Idempotent. Throws `invalid` if it has ended. */
export async function confirmSubscription(key: string): Promise<void> {
  const confirmed =
    isKey(key) &&
    (await db
      .updateTable('subscribers')
      .set((eb) => ({ confirmedAt: eb.fn.coalesce('confirmedAt', clubNow) }))
      .where('key', '=', key)
      .returning('id')
      .executeTakeFirst())
  if (!confirmed) throw new DomainError('invalid', t('refusal.thisSubscriptionHasEnded'))
}

/** What an unsubscribe key ends: the weekly letter, or a member's announcements. */
export type Unsubscription = { email: string; letter: 'weekly-letter' | 'announcement' }

/** Returns what a key ends, and whether it has ended already; null if the subscription is gone. */
export async function findUnsubscription(
  key: string,
): Promise<(Unsubscription & { isOver: boolean }) | null> {
  const subscription = await findSubscription(key)
  if (subscription) return { email: subscription.email, letter: 'weekly-letter', isOver: false }
  if (!isKey(key)) return null
  const member = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where('announcementsKey', '=', key)
    .where('email', 'is not', null)
    .select((eb) => [eb.ref('email').$notNull().as('email'), 'unwantedLetters'])
    .executeTakeFirst()
  return member
    ? {
        email: member.email,
        letter: 'announcement',
        isOver: member.unwantedLetters.includes('announcements'),
      }
    : null
}

/**
 * Ends a subscription and deletes its name and address, or switches a member's announcements off. Removes
 * pending letters. Idempotent.
 */
export async function unsubscribe(key: string): Promise<void> {
  if (!isKey(key)) return
  await transaction(async (trx) => {
    const left = (await deleteSubscription(trx, key)) ?? (await switchOffAnnouncements(trx, key))
    if (left) await withdrawLetters(trx, left)
  })
}

async function deleteSubscription(trx: Transaction, key: string): Promise<Unsubscription | null> {
  const ended = await trx
    .deleteFrom('subscribers')
    .where('key', '=', key)
    .returning('email')
    .executeTakeFirst()
  return ended ? { email: ended.email, letter: 'weekly-letter' } : null
}

async function switchOffAnnouncements(trx: Transaction, key: string): Promise<Unsubscription | null> {
  const member = await trx
    .updateTable('members')
    .from('users')
    .set({ unwantedLetters: sql`array_append(members.unwanted_letters, 'announcements')` })
    .where('announcementsKey', '=', key)
    .where(sql<boolean>`'announcements' <> all (members.unwanted_letters)`)
    .whereRef('users.id', '=', 'members.userId')
    .where('users.email', 'is not', null)
    .returning((eb) => eb.ref('users.email').$notNull().as('email'))
    .executeTakeFirst()
  return member ? { email: member.email, letter: 'announcement' } : null
}

async function withdrawLetters(trx: Transaction, { email, letter }: Unsubscription): Promise<void> {
  const ofReader = trx
    .selectFrom('letters')
    .where('email', '=', email)
    .where('letter', '=', letter)
    .where('newsletterId', 'is not', null)
  // counted for the last letter that was delivered to the reader
  await trx
    .updateTable('newsletters')
    .set((eb) => ({ unsubscribed: eb('unsubscribed', '+', 1) }))
    .where(
      'id',
      '=',
      ofReader
        .where('handedOverAt', 'is not', null)
        .orderBy('handedOverAt', 'desc')
        .limit(1)
        .select('newsletterId'),
    )
    .execute()
  await trx
    .deleteFrom('letters')
    .where('id', 'in', ofReader.where('nextTryAt', 'is not', null).select('id'))
    .execute()
}
