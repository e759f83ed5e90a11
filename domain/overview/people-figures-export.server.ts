import type { Actor } from '#domain/actor.ts'
import { describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'
import {
  agesInMonths,
  readPeopleFigures,
  type Cohort,
  type MonthOfPeople,
  type WeekHour,
} from './people-figures.server.ts'

/** Returns who joined, left and ran by month as a table. Throws as `readPeopleFigures`. */
export async function joinedTable(actor: Actor): Promise<Table> {
  const { months } = await readPeopleFigures(actor)
  return describeTable<MonthOfPeople>(
    'joined-and-left',
    [
      { heading: t('table.month'), type: 'text', value: ({ month }) => month },
      { heading: t('table.joined'), type: 'number', value: ({ joined }) => joined },
      { heading: t('table.left'), type: 'number', value: ({ left }) => left },
      { heading: t('table.members'), type: 'number', value: ({ running }) => running },
    ],
    oneBatch(months),
  )
}

/** Returns how many of each month's joiners stayed as a table. Throws as `readPeopleFigures`. */
export async function staysTable(actor: Actor): Promise<Table> {
  const { cohorts } = await readPeopleFigures(actor)
  return describeTable<Cohort>(
    'how-long-they-stay',
    [
      { heading: t('table.joinedIn'), type: 'text', value: ({ month }) => month },
      { heading: t('table.joined'), type: 'number', value: ({ joined }) => joined },
      ...agesInMonths.map((age, index) => ({
        heading: t('table.afterMonths', { age }),
        type: 'number' as const,
        value: ({ stayed }: Cohort) => stayed[index] ?? null,
      })),
    ],
    oneBatch(cohorts),
  )
}

/** Returns what was sold of offered by hour of the week as a table. Throws as `readPeopleFigures`. */
export async function occupancyTable(actor: Actor): Promise<Table> {
  const { week } = await readPeopleFigures(actor)
  return describeTable<WeekHour>(
    'how-full-it-is',
    [
      { heading: t('table.weekday'), type: 'number', value: ({ weekday }) => weekday },
      { heading: t('table.hour'), type: 'number', value: ({ hour }) => hour },
      { heading: t('table.hoursOffered'), type: 'number', value: ({ hoursOffered }) => hoursOffered },
      { heading: t('table.hoursSold'), type: 'number', value: ({ hoursSold }) => hoursSold },
      { heading: t('table.placesOffered'), type: 'number', value: ({ placesOffered }) => placesOffered },
      { heading: t('table.placesTaken'), type: 'number', value: ({ placesTaken }) => placesTaken },
    ],
    oneBatch(week),
  )
}
