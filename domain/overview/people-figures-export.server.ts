import type { Actor } from '#domain/actor.ts'
import { describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
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
      { heading: 'Month', type: 'text', value: ({ month }) => month },
      { heading: 'Joined', type: 'number', value: ({ joined }) => joined },
      { heading: 'Left', type: 'number', value: ({ left }) => left },
      { heading: 'Members', type: 'number', value: ({ running }) => running },
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
      { heading: 'Joined in', type: 'text', value: ({ month }) => month },
      { heading: 'Joined', type: 'number', value: ({ joined }) => joined },
      ...agesInMonths.map((age, index) => ({
        heading: `After ${age} months`,
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
      { heading: 'Weekday', type: 'number', value: ({ weekday }) => weekday },
      { heading: 'Hour', type: 'number', value: ({ hour }) => hour },
      { heading: 'Hours offered', type: 'number', value: ({ hoursOffered }) => hoursOffered },
      { heading: 'Hours sold', type: 'number', value: ({ hoursSold }) => hoursSold },
      { heading: 'Places offered', type: 'number', value: ({ placesOffered }) => placesOffered },
      { heading: 'Places taken', type: 'number', value: ({ placesTaken }) => placesTaken },
    ],
    oneBatch(week),
  )
}
