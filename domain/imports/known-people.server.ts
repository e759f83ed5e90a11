import { sql } from 'kysely'
import type { Queryable } from '#db/client.ts'
import { importKeyOf, type KnownPerson } from './classify.rules.ts'
import type { ImportedPerson } from './read-person.rules.ts'

/** Returns the members that share an earlier import, a number, an address or a birthday with one of these people. */
export async function findKnownPeople(
  from: Queryable,
  source: string,
  people: readonly ImportedPerson[],
): Promise<KnownPerson[]> {
  const texts = (list: (string | null)[]) => [...new Set(list.filter((text) => text !== null && text !== ''))]
  const keys = texts(people.map(importKeyOf))
  const numbers = texts(people.map(({ number }) => number))
  const emails = texts(people.map(({ email }) => email))
  const birthDates = texts(people.map(({ birthDate }) => birthDate))
  const { rows } = await sql<KnownPerson>`
    with found as (
      select member_id as id from import_keys where source = ${source} and key = any(${keys}::text[])
      union select user_id from members where member_number = any(${numbers}::text[]) and member_number <> ''
      union select user_id from members where contact_email = any(${emails}::text[]) and contact_email <> ''
      union select id from users where email = any(${emails}::text[])
      union select user_id from members where birth_date = any(${birthDates}::date[]))
    select users.id, users.name, array_remove(array[users.email, nullif(contact_email, '')], null) as emails,
      member_number as number, to_char(birth_date, 'YYYY-MM-DD') as birth_date, users.email is not null as has_sign_in,
      telephone, postal_address, emergency_contact, preferred_name, language, tags,
      to_char(newsletter_consent_on, 'YYYY-MM-DD') as consent_on,
      array(select key from import_keys where source = ${source} and member_id = users.id) as keys,
      (select jsonb_build_object('membership', membership, 'trainerId', trainer_id, 'creditsLeft', credits_left,
          'runsUntil', runs_until, 'priceCents', price_cents, 'nextChargeOn', next_charge_on)
        from opening_balances where member_id = users.id and source = ${source}) as balance
    from found join users using (id) join members on members.user_id = users.id
    where users.erased_at is null
    order by members.created_at, users.id`.execute(from)
  return rows
}

/** Groups members by everything that a person of a row may share with them. */
export function knownPeopleOf(known: readonly KnownPerson[]): (person: ImportedPerson) => KnownPerson[] {
  const byFact = new Map<string, Set<KnownPerson>>()
  for (const person of known)
    for (const fact of [
      ...person.keys,
      ...person.emails,
      `#${person.number}`,
      `born ${person.birthDate ?? ''}`,
    ])
      byFact.set(fact, (byFact.get(fact) ?? new Set()).add(person))
  return (person) => [
    ...new Set(
      [importKeyOf(person), person.email, `#${person.number}`, `born ${person.birthDate ?? 'never'}`].flatMap(
        (fact) => [...(byFact.get(fact) ?? [])],
      ),
    ),
  ]
}
