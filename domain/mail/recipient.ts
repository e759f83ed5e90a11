import { sql } from 'kysely'
import { db } from '#db/client.ts'

/**
 * SQL expression: the recipient's name, or the email address if unknown, as for newsletter subscribers.
 */
export const recipientName = sql<string>`coalesce(nullif(letters.name, ''), letters.email)`

/**
 * SQL expression: the address to which letters for a row of `users` go, that of the sign-in or the contact address; null
 * without either.
 */
export const letterAddress = (users: string) => sql<string | null>`letter_address(${sql.ref(users)})`

/**
 * Returns the people whose letters go to an address: the one who signs in with it first, then members without a sign-in,
 * whose contact address or guardian's it is.
 */
export async function listPeopleAt(email: string): Promise<string[]> {
  const people = await db
    .selectFrom('users')
    .where(letterAddress('users'), '=', email)
    .select('id')
    .orderBy(sql`email is null`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return people.map(({ id }) => id)
}

/** SQL predicate: the recipient of this newsletter has left the list or switched it off since. */
export const isUnsubscribed = sql<boolean>`(letters.unsubscribe_path is not null
  and not exists (select from subscribers where key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid)
  and not exists (select from members where 'announcements' <> all (unwanted_letters)
    and announcements_key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid))`
