import type { Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { dayAndTime, describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { readDeskDay, type DeskEntry } from './desk-day.server.ts'

/** Returns the desk of a day, by default today, as a table. Throws as `readDeskDay`. */
export async function deskTable(actor: Actor, requestedDay: string | null = null): Promise<Table> {
  const { day, entries } = await readDeskDay(actor, requestedDay)
  const { timeZone } = await clubFacts()
  return describeTable<DeskEntry>(
    `desk-${day}`,
    [
      ...dayAndTime<DeskEntry>(({ at }) => at, timeZone),
      { heading: 'Person', type: 'text', value: ({ buyerName }) => buyerName },
      { heading: 'Slot', type: 'text', value: ({ slotName }) => slotName },
      { heading: 'Trainer', type: 'text', value: ({ trainerName }) => trainerName },
      { heading: 'Method', type: 'text', value: ({ method }) => paymentMethodNames[method] },
      { heading: 'Slip', type: 'text', value: ({ slip }) => slip },
      { heading: 'Taken by', type: 'text', value: ({ takenBy }) => takenBy },
      { heading: 'Currency', type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: 'Amount', type: 'cents', value: ({ cents }) => cents },
      { heading: 'Entry', type: 'text', value: ({ entryId }) => entryId },
      { heading: 'Instant', type: 'instant', value: ({ at }) => at },
    ],
    oneBatch(entries),
  )
}
