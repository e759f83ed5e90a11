import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Tables } from '#db/tables.ts'

// Which tables changed when, so that what was read before may be used again until then. Nobody has to say what
// they change or read: both follow from the statements themselves, whoever sends them.

/** Whether a change of the table is told to everybody, because visitors see it; nothing else of it may be kept. */
export const isTrackedTable: Record<keyof Tables, boolean> = {
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
  testimonials: true,
  absences: false,
  accounts: false,
  activities: false,
  auditEntries: false,
  bouncedRefunds: false,
  closures: false,
  copies: false,
  disputes: false,
  failedRefunds: false,
  activeMembers: false,
  slotTotals: false,
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
  participants: false,
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
  trainerSlotCounts: false,
  trainerSums: false,
  twoFactors: false,
  verifications: false,
}

const toSnakeCase = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const isTrackedByName = new Map(Object.entries(isTrackedTable).map(([key, is]) => [toSnakeCase(key), is]))

const tableNamePattern = new RegExp(`\\b(${[...isTrackedByName.keys()].join('|')})\\b`, 'g')
const writePattern =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|select(?=\s+"?\w+"?\())\s+"?(\w+)/gi

/** What no statement names, because a trigger changes it with the other one, or a function that is called does. */
export const cascadingChanges = new Map([
  ['posts', ['post_days', 'post_months']],
  ['post_days', ['post_months']],
  // the club's currency is that of every price, and its clock that of every month
  ['club', ['slots', 'bookings']],
  ['retime_months_ahead', ['bookings']],
])

type TouchedTables = { reads: string[]; writes: string[] }
const maxCachedTexts = 1_000
const tablesByText = new Map<string, TouchedTables>()

function tablesTouchedBy(text: string): TouchedTables {
  const known = tablesByText.get(text)
  if (known) return known
  const named = [...text.matchAll(writePattern)].map(([, table = '']) => table.toLowerCase())
  const writes = named.flatMap((table) => [table, ...(cascadingChanges.get(table) ?? [])])
  const found = {
    reads: [...new Set(text.match(tableNamePattern))],
    writes: [...new Set(writes)].filter((table) => isTrackedByName.get(table)),
  }
  if (tablesByText.size < maxCachedTexts) tablesByText.set(text, found)
  return found
}

// counts the changes that this process knows of
let currentVersion = 0
const versionByTable = new Map<string, number>()

/** Notes that these tables changed, here or in another process. */
export function markChanged(tables: Iterable<string>): void {
  currentVersion += 1
  for (const table of tables) versionByTable.set(table, currentVersion)
}

let notifyListener: (tables: ReadonlySet<string>) => void = () => {}

/** Has every change that this process makes told to `listener` as well. */
export function setChangeListener(listener: typeof notifyListener): void {
  notifyListener = listener
}

/** What somebody read, and when they began. */
export type DependencySet = {
  version: number
  tables: Set<string>
  /** False when a statement failed, or read what nobody watches. */
  isComplete: boolean
}

const dependencyStorage = new AsyncLocalStorage<DependencySet>()

/** Does the work and notes which tables it reads, in whichever function that happens. */
export async function trackDependencies<Result>(
  work: () => Promise<Result>,
): Promise<[Result, DependencySet]> {
  const reading: DependencySet = { version: currentVersion, tables: new Set(), isComplete: true }
  return [await dependencyStorage.run(reading, work), reading]
}

/** Whether nothing that was read has changed since, as far as this process knows. */
export function isCurrent({ version, tables }: DependencySet): boolean {
  if (currentVersion === version) return true
  for (const table of tables) if ((versionByTable.get(table) ?? 0) > version) return false
  return true
}

type QueryFunction = (...words: unknown[]) => unknown

/** Hears of a statement before it is asked; what it answers hears how that ended. */
export type OnStatement = (text: string) => ((failed: boolean) => void) | void

/** Notes what this connection reads and writes; a change is known before whoever made it hears that it is done. */
export function trackStatements(client: pg.PoolClient, onStatement: OnStatement = () => {}): void {
  const query = client.query.bind(client) as QueryFunction
  const unsaid = new Set<string>()
  const watching: QueryFunction = (...words) => {
    const [statement] = words as [string | { text?: string }]
    const text = (typeof statement === 'string' ? statement : statement.text) ?? ''
    const ended = onStatement(text)
    const { reads, writes } = tablesTouchedBy(text)
    const reading = dependencyStorage.getStore()
    for (const table of reads) reading?.tables.add(table)
    if (reading && !reads.every((table) => isTrackedByName.get(table))) reading.isComplete = false
    for (const table of writes) unsaid.add(table)
    if (unsaid.size === 0 && !reading && !ended) return query(...words)

    const settle = (failed: boolean) => {
      ended?.(failed)
      if (failed && reading) reading.isComplete = false
      // within a transaction nobody else sees it yet; after a failure nobody knows
      if (unsaid.size === 0 || (!failed && client.getTransactionStatus() !== 'I')) return
      markChanged(unsaid)
      notifyListener(unsaid)
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
