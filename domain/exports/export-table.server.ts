import { notFound } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { invoicesTable } from '#domain/invoices/invoices-export.server.ts'
import { cardPayoutTable } from '#domain/ledger/card-payouts.server.ts'
import { deskTable } from '#domain/ledger/desk-payments-export.server.ts'
import { ledgerTable } from '#domain/ledger/ledger-export.server.ts'
import { paymentsTable } from '#domain/ledger/payments-export.server.ts'
import { statementTable } from '#domain/ledger/statement.server.ts'
import { subscribersTable } from '#domain/newsletter/subscribers.server.ts'
import { incomeTable, leavingReasonsTable } from '#domain/overview/income-figures.server.ts'
import { membersTable } from '#domain/overview/members-export.server.ts'
import { joinedTable, occupancyTable, staysTable } from '#domain/overview/people-figures-export.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import type { Table } from '#domain/tables/table.rules.ts'
import { xlsxFile } from '#domain/tables/xlsx-file.server.ts'
import { t } from '#messages/t.ts'

/** Which part of a table: a month, a day of the desk, a trainer's statement, a payout of the card processor. */
export type TablePart = {
  month?: string | null
  day?: string | null
  trainer?: string | null
  payout?: string | null
}

const tables: Record<string, (actor: Actor, part: TablePart) => Promise<Table>> = {
  members: membersTable,
  joined: joinedTable,
  stays: staysTable,
  occupancy: occupancyTable,
  income: incomeTable,
  reasons: leavingReasonsTable,
  subscribers: subscribersTable,
  invoices: (actor, { month }) => invoicesTable(actor, month),
  payments: (actor, { month }) => paymentsTable(actor, month),
  ledger: (actor, { month }) => ledgerTable(actor, month),
  cardpayout: (actor, { payout }) => cardPayoutTable(actor, payout ?? ''),
  desk: (actor, { day }) => deskTable(actor, day),
  statement: (actor, { trainer, month }) => statementTable(actor, trainer ?? '', month ?? null),
}

const writers: Record<string, { write: (table: Table) => ReadableStream<Uint8Array>; type: string }> = {
  '.xlsx': {
    write: xlsxFile,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  '.csv': { write: (table) => csvFile(table, 'spreadsheet'), type: 'text/csv; charset=utf-8' },
  '-plain.csv': { write: (table) => csvFile(table, 'program'), type: 'text/csv; charset=utf-8' },
}

export type TableFile = { name: string; type: string; body: ReadableStream<Uint8Array> }

/**
 * Returns a table as a file: `ledger.xlsx`, `ledger.csv` for spreadsheets or `ledger-plain.csv` for programs. Records in
 * the audit log that it left the club. Throws as the table itself, and `not-found` for an unknown file.
 */
export async function exportTable(actor: Actor, file: string, part: TablePart = {}): Promise<TableFile> {
  const person = requirePerson(actor)
  const [, name = '', ending = ''] = /^([a-z]+)(-plain\.csv|\.csv|\.xlsx)$/.exec(file) ?? []
  const [read, writer] = [tables[name], writers[ending]]
  if (!read || !writer) throw notFound(t('refusal.thisFile'))
  const table = await read(actor, part)
  await transaction((trx) =>
    recordAudit(trx, {
      actorId: person.id,
      action: 'export table',
      subjectKind: 'table',
      subjectId: name,
      after: { file: table.name + ending },
    }),
  )
  return { name: table.name + ending, type: writer.type, body: writer.write(table) }
}
