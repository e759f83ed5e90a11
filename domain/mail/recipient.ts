import { sql } from 'kysely'

/** Whom a letter is to, by name, or by e-mail where no name is known, as of a reader of the weekly letter. */
export const recipientName = sql<string>`coalesce(nullif(letters.name, ''), letters.email)`

/** Whether a letter to many is to somebody who left the list or switched it off: the key in it ends nothing any more. */
export const isUnsubscribed = sql<boolean>`(letters.unsubscribe_path is not null
  and not exists (select from subscribers where key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid)
  and not exists (select from members where 'announcements' <> all (unwanted_letters)
    and announcements_key = split_part(letters.unsubscribe_path, 'key=', 2)::uuid))`
