import type { ImportRowState } from '#db/tables.ts'
import { message, type StoredMessage } from '#format/stored-message.ts'
import type { ImportedPerson } from './read-person.rules.ts'

/** A member who may be the person of a row. Addresses are those of the sign-in and for letters. */
export type KnownPerson = {
  id: string
  name: string
  emails: string[]
  number: string
  birthDate: string | null
  /** Keys under which imports from the same program brought them in. */
  keys: string[]
  hasSignIn: boolean
  telephone: string
  postalAddress: string
  emergencyContact: string
  preferredName: string
  language: string
  tags: string[]
  consentOn: string | null
  /** What is left from the same program; null without. */
  balance: OpeningBalance | null
}

export type OpeningBalance = {
  membership: string
  trainerId: string | null
  creditsLeft: number | null
  runsUntil: string | null
  priceCents: number | null
  nextChargeOn: string | null
}

/** What becomes of a row; the message is null where the state says all. */
export type Classification = { state: ImportRowState; message: StoredMessage | null; memberId: string | null }

/** A name without case, accents and signs. */
export const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()

const firstWord = (name: string) => foldName(name).split(' ')[0]!
const lastWord = (name: string) => foldName(name).split(' ').at(-1)!

/** Whether two names can be of one person: the first or the last word is the same. */
const isAlike = (one: string, other: string) =>
  firstWord(one) === firstWord(other) || lastWord(one) === lastWord(other)

/** The key of a person within their old program: the number there, or what else tells people apart. */
export function importKeyOf({ number, email, name, birthDate, telephone }: ImportedPerson): string {
  if (number !== '') return `number ${number}`
  if (email !== '') return `email ${email} ${firstWord(name)}`
  return `name ${foldName(name)} ${birthDate ?? telephone.replace(/\D/g, '')}`
}

/** The keys under which a second row of the same person is found in one file. */
export function sameInFile(person: ImportedPerson): string[] {
  const { email, name, birthDate } = person
  return [
    importKeyOf(person),
    ...(email === '' ? [] : [`email ${email} ${foldName(name)}`]),
    ...(birthDate === null ? [] : [`born ${birthDate} ${foldName(name)}`]),
  ]
}

/** Returns what becomes of a person, given the members that share a number, an address or a birthday with them. */
export function classify(person: ImportedPerson, known: readonly KnownPerson[]): Classification {
  const found = findSame(person, known)
  if (found !== null) return classifyKnown(person, found)
  const sameNumber = person.number === '' ? undefined : known.find(({ number }) => number === person.number)
  if (sameNumber)
    return {
      state: 'wrong',
      message: message('importRow.numberOfMember', { number: person.number, name: sameNumber.name }),
      memberId: null,
    }
  const sharesEmail =
    person.email === '' ? undefined : known.find(({ emails }) => emails.includes(person.email))
  return {
    state: 'new',
    message: sharesEmail ? message('importRow.sharesEmail', { name: sharesEmail.name }) : null,
    memberId: null,
  }
}

function findSame(person: ImportedPerson, known: readonly KnownPerson[]): KnownPerson | null {
  const key = importKeyOf(person)
  return (
    known.find(({ keys }) => keys.includes(key)) ??
    known.find(
      ({ number, name }) => number !== '' && number === person.number && isAlike(name, person.name),
    ) ??
    known.find(
      ({ emails, name }) =>
        person.email !== '' && emails.includes(person.email) && firstWord(name) === firstWord(person.name),
    ) ??
    known.find(
      ({ birthDate, name }) =>
        birthDate !== null && birthDate === person.birthDate && foldName(name) === foldName(person.name),
    ) ??
    null
  )
}

function classifyKnown(person: ImportedPerson, found: KnownPerson): Classification {
  const { name, id: memberId } = found
  const added = Object.keys(additionsFor(person, found)).map((column) => columnNames[column as AddedColumn])
  if (hasBalance(person) && found.balance === null) added.push(message('importRow.balance'))
  return added.length > 0
    ? { state: 'changed', message: message('importRow.addedTo', { name, what: { list: added } }), memberId }
    : { state: 'known', message: message('importRow.isKnown', { name }), memberId }
}

const columnNames = {
  telephone: message('importFields.telephone'),
  birthDate: message('importFields.birthDate'),
  memberNumber: message('importFields.number'),
  postalAddress: message('importRow.address'),
  emergencyContact: message('importFields.emergencyContact'),
  preferredName: message('importFields.salutation'),
  language: message('importFields.language'),
  tags: message('importFields.tags'),
  contactEmail: message('form.email'),
}
type AddedColumn = keyof typeof columnNames

export type Additions = Partial<Record<Exclude<AddedColumn, 'tags'>, string> & { tags: string[] }>

/** What a row adds to a known member: only what is empty there. */
export function additionsFor(person: ImportedPerson, found: KnownPerson): Additions {
  const wanted: Record<AddedColumn, [here: string | readonly string[], there: string | string[]]> = {
    telephone: [found.telephone, person.telephone],
    birthDate: [found.birthDate ?? '', person.birthDate ?? ''],
    memberNumber: [found.number, person.number],
    postalAddress: [found.postalAddress, person.postalAddress],
    emergencyContact: [found.emergencyContact, person.emergencyContact],
    preferredName: [found.preferredName, person.preferredName],
    language: [found.language, person.language],
    tags: [found.tags, person.tags],
    contactEmail: [found.hasSignIn ? 'has one' : (found.emails[0] ?? ''), person.email],
  }
  return Object.fromEntries(
    Object.entries(wanted)
      .filter(([, [here, there]]) => here.length === 0 && there.length > 0)
      .map(([column, [, there]]) => [column, there]),
  )
}

/** Whether the row has a balance, and its membership is not left out. */
export const hasBalance = (person: ImportedPerson): boolean =>
  person.becomes !== '' &&
  [person.creditsLeft, person.runsUntil, person.nextChargeOn, person.priceCents].some((each) => each !== null)
