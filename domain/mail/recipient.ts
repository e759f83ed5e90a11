import { sql } from 'kysely'

/**
 * SQL expression: the recipient's name, or the email address if unknown, as for newsletter subscribers.
 */
export const recipientName = sql<string>`coalesce(nullif(letters.name, ''), letters.email)`

/**
 * SQL expression: the address to which letters for a row of `users` go, that of the sign-in or the contact address; null
 * without either.
 */
export const letterAddress = (users: string) => sql<string | null>`letter_address(${sql.ref(users)})`

/** SQL predicate: the recipient of this newsletter has left the list or switched it off since. */
export const isUnsubscribed = sql<boolean>`(letters.unsubscribe_path is not null
  and not exists (select from subscribers where key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid)
  and not exists (select from members where 'announcements' <> all (unwanted_letters)
    and announcements_key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid))`
