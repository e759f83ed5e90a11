import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { cleanText } from '#domain/input.ts'
import { can } from '#domain/permissions.ts'
import { listMembersOfTrainer } from '#domain/trainers/own-members.server.ts'
import { listClubPeople } from './people.server.ts'

export type FoundPerson = {
  /** Null for a trainer's member, whose page is the office's. */
  id: string | null
  name: string
  /** Null for a person without an address. */
  email: string | null
}
export type FoundInvoice = { number: string; bookingId: string; buyerName: string }

export type FindMatches = {
  /** People whose page or row the role may open. */
  people: FoundPerson[]
  /** Active trainers, who are public. */
  trainers: { id: string; name: string }[]
  invoices: FoundInvoice[]
  /** Whether the text is a whole email address or invoice number, so that nothing else is meant. */
  isExact: boolean
  /** Today in the club's time zone. */
  today: string
}

/** Limit of results of one kind. */
export const maxOfAKind = 3
const shortest = 2

/**
 * Returns what the text names, at most three of a kind: people and invoices by permission, trainers for everyone. Text
 * of fewer than two characters finds nothing. Throws `unauthenticated` for a visitor.
 */
export async function find(actor: Actor, text: string): Promise<FindMatches> {
  const person = requirePerson(actor)
  const words = cleanText(text.slice(0, 200))
  const { today } = await db
    .selectNoFrom(sql<string>`club_today()::text`.as('today'))
    .executeTakeFirstOrThrow()
  if (words.length < shortest) return { people: [], trainers: [], invoices: [], isExact: false, today }
  const [people, trainers, invoices] = await Promise.all([
    findPeople(person, words),
    findTrainersByName(words),
    findInvoices(person, words),
  ])
  const exact = people.find(({ email }) => email === words.toLowerCase())
  if (exact) return { people: [exact], trainers: [], invoices: [], isExact: true, today }
  return { people, trainers, invoices, isExact: invoices.length > 0, today }
}

async function findPeople(person: Person, words: string): Promise<FoundPerson[]> {
  if (can(person, 'members.read')) {
    const { items } = await listClubPeople(person, { search: words })
    return items.slice(0, maxOfAKind).map(({ id, name, email }) => ({ id, name, email }))
  }
  if (!can(person, 'lessons.give')) return []
  const { current } = await listMembersOfTrainer(person)
  const part = words.toLowerCase()
  const items = current.filter(({ name, email }) => `${name}\n${email ?? ''}`.toLowerCase().includes(part))
  return items.slice(0, maxOfAKind).map(({ name, email }) => ({ id: null, name, email }))
}

const findTrainersByName = (words: string) =>
  db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .where(sql<boolean>`strpos(searchable(name), searchable(${words})) > 0`)
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(maxOfAKind)
    .execute()

/** Year and number in the year, with or without the club's prefix: `PAL-2026-0007`, `2026-7`. */
const invoiceNumber = /^(?:[\p{L}\d]+-)?(\d{4})-(\d{1,7})$/u

async function findInvoices(person: Person, words: string): Promise<FoundInvoice[]> {
  const [, year, ordinal] = invoiceNumber.exec(words) ?? []
  if (year === undefined || !can(person, 'invoices.readAll')) return []
  return await db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.paymentId')
    .where('invoices.year', '=', Number(year))
    .where('invoices.ordinal', '=', Number(ordinal))
    .select(['invoices.number', 'payments.bookingId', 'invoices.buyerName'])
    .execute()
}
