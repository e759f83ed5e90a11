import {
  formatMessage,
  isMessageKey,
  keyOfEnglish,
  type MessageKey,
  type MessageValues,
} from '#messages/catalogue.ts'
import { currentLanguage, inLanguage } from '#messages/t.ts'
import { formatDate } from './date-time.ts'
import { formatDay } from './days.ts'
import { formatHour } from './hours.ts'
import { formatMoney } from './money.ts'
import { describeDays } from './weekdays.ts'

/** A message that is stored with its facts, and formatted in the language of each reader. */
export type StoredMessage = { key: MessageKey; facts?: Record<string, Fact> }

/** A value of a message. Names and other texts stay as they are. */
export type Fact =
  | string
  | number
  | { day: string }
  | { date: string }
  | { weekdays: string[] }
  | { cents: number; currency?: string }
  | { list: Fact[] }
  | StoredMessage

export const message = (key: MessageKey, facts?: Record<string, Fact>): StoredMessage =>
  facts ? { key, facts } : { key }

/** '07:00 with Mira Okafor' */
export const hourWithTrainer = (hour: { startHour: number; trainerName: string }): StoredMessage =>
  message('hours.with2', { startHour: formatHour(hour.startHour), trainerName: hour.trainerName })

/** 'Slot 2 (07:00 to 08:00) with Mira Okafor' */
export const slotWithTrainer = (hour: {
  slotName: string
  startHour: number
  trainerName: string
}): StoredMessage =>
  message('hours.with', {
    slotName: hour.slotName,
    startHour: message('hours.to', {
      hour: formatHour(hour.startHour),
      hour2: formatHour(hour.startHour + 1),
    }),
    trainerName: hour.trainerName,
  })

/** Returns the message in the current language; another text stays as it is. */
export function formatStored(stored: StoredMessage | string): string {
  if (typeof stored === 'string') return stored
  const { key, facts = {} } = stored
  const values = Object.entries(facts).map(([name, fact]) => [name, formatFact(fact)])
  return formatMessage(currentLanguage(), key, Object.fromEntries(values) as MessageValues)
}

/** Returns the English text of a message, for columns that also hold what people type. */
export const inEnglish = (stored: StoredMessage | string): string =>
  inLanguage('en', () => formatStored(stored))

/** Returns a stored reason in the current language if it is one of the club's own; what people typed stays. */
export function formatReason(reason: string, prefix = 'reason.'): string {
  const key = currentLanguage() === 'en' ? null : keyOfEnglish(reason, prefix)
  return key ? formatMessage(currentLanguage(), key) : reason
}

/** The same for a reason that may be missing. */
export const formatReasonIfAny = (reason: string | null): string | null => reason && formatReason(reason)

/** Formats messages and reasons among other facts, such as those of the audit log. */
export function formatFacts(facts: unknown): unknown {
  if (typeof facts !== 'object' || facts === null || Array.isArray(facts)) return facts
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      isStored(fact)
        ? formatStored(fact)
        : name === 'reason' && typeof fact === 'string'
          ? formatReason(fact)
          : fact,
    ]),
  )
}

const isStored = (fact: unknown): fact is StoredMessage =>
  typeof fact === 'object' && fact !== null && 'key' in fact && isMessageKey(String(fact.key))

function formatFact(fact: Fact): string | number {
  if (typeof fact !== 'object') return fact
  if ('key' in fact) return formatStored(fact)
  if ('day' in fact) return formatDay(fact.day)
  if ('date' in fact) return formatDate(fact.date, 'UTC')
  if ('list' in fact) return fact.list.map(formatFact).join(', ')
  if ('weekdays' in fact) return describeDays(fact.weekdays)
  return formatMoney(fact.cents, fact.currency)
}
