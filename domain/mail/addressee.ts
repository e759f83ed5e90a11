import { sql } from 'kysely'

/** Whom a letter is to, by name, or by e-mail where no name is known, as of a reader of the weekly letter. */
export const addressee = sql<string>`coalesce(nullif(letters.name, ''), letters.email)`
