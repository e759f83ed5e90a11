import { sql } from 'kysely'
import { db } from '#db/client.ts'
import type { PlanName, Role } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { letterAddress } from '#domain/mail/recipient.ts'
import { dayAndTime, describeTable, inBatches, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'

type Row = {
  id: string
  name: string
  email: string | null
  role: Role
  telephone: string
  postalAddress: string
  createdAt: Date
  plan: PlanName | null
  trainerName: string | null
  paidUntil: Date | null
}

/**
 * Returns everyone with an account as a table, oldest first, with the paid hour that ends first. Throws `forbidden`
 * without the permission `members.export`.
 */
export async function membersTable(actor: Actor): Promise<Table> {
  requirePermission(actor, 'members.export')
  const { timeZone } = await clubFacts()
  const [paidUntilDay] = dayAndTime<Row>(({ paidUntil }) => paidUntil, timeZone, [t('table.paidUntil'), ''])
  const [joinedDay] = dayAndTime<Row>(({ createdAt }) => createdAt, timeZone, [t('table.joined'), ''])
  return describeTable<Row>(
    'members',
    [
      { heading: t('table.name'), type: 'text', value: ({ name }) => name },
      { heading: t('table.email'), type: 'text', value: ({ email }) => email },
      { heading: t('table.telephone'), type: 'text', value: ({ telephone }) => telephone },
      { heading: t('table.address'), type: 'text', value: ({ postalAddress }) => postalAddress },
      { heading: t('table.role'), type: 'text', value: ({ role }) => role },
      joinedDay!,
      { heading: t('table.package'), type: 'text', value: ({ plan }) => plan },
      { heading: t('table.trainer'), type: 'text', value: ({ trainerName }) => trainerName },
      paidUntilDay!,
      { heading: t('table.id'), type: 'text', value: ({ id }) => id },
    ],
    inBatches(readMembers),
  )
}

const readMembers = (last: Row | undefined, limit: number): Promise<Row[]> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bookings')
          .innerJoin('slots', 'slots.id', 'bookings.slotId')
          .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
          .whereRef('bookings.buyerId', '=', 'members.userId')
          .where('bookings.state', '=', 'paid')
          .where(({ not }) => not(sql<boolean>`is_renewed(bookings)`))
          .orderBy('bookings.paidUntil')
          .limit(1)
          .select(['bookings.plan', 'bookings.paidUntil', 'trainers.name as trainerName'])
          .as('hours'),
      (join) => join.onTrue(),
    )
    .where('users.erasedAt', 'is', null)
    .$if(last !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(members.created_at, members.user_id) > (select created_at, user_id from members where user_id = ${last?.id})`,
      ),
    )
    .orderBy('members.createdAt')
    .orderBy('members.userId')
    .limit(limit)
    .select([
      'users.id',
      'users.name',
      letterAddress('users').as('email'),
      'members.role',
      'members.telephone',
    ])
    .select([
      'members.postalAddress',
      'members.createdAt',
      'hours.plan',
      'hours.trainerName',
      'hours.paidUntil',
    ])
    .execute()
