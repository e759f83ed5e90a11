import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Tables } from './tables.ts'

// Which tables changed when, so that what was read before may be used again until then. Nobody has to say what
// they change or read: both follow from the statements themselves, whoever sends them.

/** Whether a change of the table is told to everybody, because visitors see it; nothing else of it may be kept. */
export const isWatched: Record<keyof Tables, boolean> = {
  bookings: true,
  classes: true,
  club: true,
  galleryItems: true,
  images: true,
  members: true,
  openingHours: true,
  plans: true,
  policies: true,
  postDays: true,
  postMonths: true,
  posts: true,
  slots: true,
  trainers: true,
  users: true,
  voices: true,
  absences: false,
  accounts: false,
  activities: false,
  auditEntries: false,
  bouncedRefunds: false,
  closures: false,
  copies: false,
  disputes: false,
  failedRefunds: false,
  hourHolders: false,
  hoursOnOffer: false,
  invoices: false,
  ledger: false,
  ledgerDays: false,
  lessons: false,
  letters: false,
  makeUps: false,
  months: false,
  newsletterSums: false,
  newsletters: false,
  paymentAttempts: false,
  payments: false,
  payouts: false,
  places: false,
  postClicks: false,
  processorEvents: false,
  rateLimits: false,
  receivedIntents: false,
  refundLines: false,
  refunds: false,
  reports: false,
  sandboxIntents: false,
  sandboxRefunds: false,
  sessions: false,
  shares: false,
  strayCharges: false,
  subscriberDays: false,
  subscriberMonths: false,
  subscribers: false,
  trainerApplications: false,
  trainerBooks: false,
  trainerHours: false,
  trainerSums: false,
  twoFactors: false,
  verifications: false,
}

const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const watched = new Map(Object.entries(isWatched).map(([key, is]) => [nameOf(key), is]))

const anyTable = new RegExp(`\\b(${[...watched.keys()].join('|')})\\b`, 'g')
const written = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|select(?=\s+"?\w+"?\())\s+"?(\w+)/gi

/** What no statement names, because a trigger changes it with the other one, or a function that is called does. */
export const changedWith = new Map([
  ['posts', ['post_days', 'post_months']],
  ['post_days', ['post_months']],
  // the club's currency is that of every price, and its clock that of every month
  ['club', ['slots', 'bookings']],
  ['retime_months_ahead', ['bookings']],
])

type Touched = { reads: string[]; writes: string[] }
const mostTexts = 1_000
const texts = new Map<string, Touched>()

function touchedBy(text: string): Touched {
  const known = texts.get(text)
  if (known) return known
  const named = [...text.matchAll(written)].map(([, table = '']) => table.toLowerCase())
  const writes = named.flatMap((table) => [table, ...(changedWith.get(table) ?? [])])
  const found = {
    reads: [...new Set(text.match(anyTable))],
    writes: [...new Set(writes)].filter((table) => watched.get(table)),
  }
  if (texts.size < mostTexts) texts.set(text, found)
  return found
}

// counts the changes that this process knows of
let moment = 0
const changedAt = new Map<string, number>()

/** Notes that these tables changed, here or in another process. */
export function noteChange(tables: Iterable<string>): void {
  moment += 1
  for (const table of tables) changedAt.set(table, moment)
}

let tell: (tables: ReadonlySet<string>) => void = () => {}

/** Has every change that this process makes told to `listener` as well. */
export function tellChanges(listener: typeof tell): void {
  tell = listener
}

/** What somebody read, and when they began. */
export type Reading = {
  since: number
  tables: Set<string>
  /** False when a statement failed, or read what nobody watches. */
  isWhole: boolean
}

const readings = new AsyncLocalStorage<Reading>()

/** Does the work and notes which tables it reads, in whichever function that happens. */
export async function noteReading<Result>(work: () => Promise<Result>): Promise<[Result, Reading]> {
  const reading: Reading = { since: moment, tables: new Set(), isWhole: true }
  return [await readings.run(reading, work), reading]
}

/** Whether nothing that was read has changed since, as far as this process knows. */
export function isCurrent({ since, tables }: Reading): boolean {
  if (moment === since) return true
  for (const table of tables) if ((changedAt.get(table) ?? 0) > since) return false
  return true
}

type Query = (...words: unknown[]) => unknown

/** Hears of a statement before it is asked; what it answers hears how that ended. */
export type OnStatement = (text: string) => ((failed: boolean) => void) | void

/** Notes what this connection reads and writes; a change is known before whoever made it hears that it is done. */
export function watchStatements(client: pg.PoolClient, onStatement: OnStatement = () => {}): void {
  const query = client.query.bind(client) as Query
  const unsaid = new Set<string>()
  const watching: Query = (...words) => {
    const [statement] = words as [string | { text?: string }]
    const text = (typeof statement === 'string' ? statement : statement.text) ?? ''
    const ended = onStatement(text)
    const { reads, writes } = touchedBy(text)
    const reading = readings.getStore()
    for (const table of reads) reading?.tables.add(table)
    if (reading && !reads.every((table) => watched.get(table))) reading.isWhole = false
    for (const table of writes) unsaid.add(table)
    if (unsaid.size === 0 && !reading && !ended) return query(...words)

    const settle = (failed: boolean) => {
      ended?.(failed)
      if (failed && reading) reading.isWhole = false
      // within a transaction nobody else sees it yet; after a failure nobody knows
      if (unsaid.size === 0 || (!failed && client.getTransactionStatus() !== 'I')) return
      noteChange(unsaid)
      tell(unsaid)
      unsaid.clear()
    }
    const callback = words.at(-1)
    if (typeof callback === 'function')
      words[words.length - 1] = (error: unknown, ...answer: unknown[]) => {
        settle(Boolean(error))
        callback(error, ...answer)
      }
    const asked = query(...words)
    if (!(asked instanceof Promise)) return asked
    return asked.then(
      (answer: unknown) => {
        settle(false)
        return answer
      },
      (error: unknown) => {
        settle(true)
        throw error
      },
    )
  }
  client.query = watching as typeof client.query
}
