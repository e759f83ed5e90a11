import type { Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { dayAndTime, describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'
import { readDeskDay, type DeskEntry } from './desk-day.server.ts'

/** Returns the desk of a day, by default today, as a table. Throws as `readDeskDay`. */
export async function deskTable(actor: Actor, requestedDay: string | null = null): Promise<Table> {
  const { day, entries } = await readDeskDay(actor, requestedDay)
  const { timeZone } = await clubFacts()
  return describeTable<DeskEntry>(
    `desk-${day}`,
    [
      ...dayAndTime<DeskEntry>(({ at }) => at, timeZone),
      { heading: t('table.person'), type: 'text', value: ({ buyerName }) => buyerName },
      { heading: t('table.slot'), type: 'text', value: ({ slotName }) => slotName },
      { heading: t('table.trainer'), type: 'text', value: ({ trainerName }) => trainerName },
      { heading: t('table.method'), type: 'text', value: ({ method }) => paymentMethodNames[method] },
      { heading: t('table.slip'), type: 'text', value: ({ slip }) => slip },
      { heading: t('table.takenBy'), type: 'text', value: ({ takenBy }) => takenBy },
      { heading: t('table.currency'), type: 'text', value: ({ currency }) => currency.toUpperCase() },
      { heading: t('table.amount'), type: 'cents', value: ({ cents }) => cents },
      { heading: t('table.entry'), type: 'text', value: ({ entryId }) => entryId },
      { heading: t('table.instant'), type: 'instant', value: ({ at }) => at },
    ],
    oneBatch(entries),
  )
}
