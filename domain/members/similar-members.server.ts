import { sql } from 'kysely'
import type { Queryable } from '#db/client.ts'
import type { Day } from '#db/tables.ts'

export type SimilarMember = {
  id: string
  name: string
  telephone: string
  birthDate: Day | null
  /** Address of the sign-in, or the contact address; null without either. */
  email: string | null
}

type Facts = { name: string; telephone: string; birthDate: Day | null; contactEmail: string }

/**
 * Returns up to five members who may be this person: with the same telephone number, email or name, or with the same
 * birth date and a name that shares a word.
 */
export async function findSimilarMembers(
  from: Queryable,
  { name, telephone, birthDate, contactEmail }: Facts,
  exceptId: string | null = null,
): Promise<SimilarMember[]> {
  // numbers are written with and without the country, so their ends are compared
  const digits = telephone.replace(/\D/g, '').slice(-8)
  const sharesWord = sql`string_to_array(searchable(users.name), ' ') && string_to_array(searchable(${name}), ' ')`
  const { rows } = await sql<SimilarMember>`
    select users.id, users.name, telephone, birth_date, letter_address(users) as email
    from members join users on users.id = members.user_id
    where erased_at is null and users.id is distinct from ${exceptId}::uuid
      and (searchable(users.name) = searchable(${name})
        or ${digits.length >= 6} and right(regexp_replace(telephone, '\\D', '', 'g'), 8) = ${digits}
        or birth_date = ${birthDate}::date and ${sharesWord}
        or ${contactEmail !== ''} and letter_address(users) = ${contactEmail} and ${sharesWord})
    order by searchable(users.name) = searchable(${name}) desc, users.created_at, users.id limit 5`.execute(
    from,
  )
  return rows
}
