import { statementLineTitle } from '#domain/ledger/statement-lines.rules.ts'
import type { Statement } from '#domain/ledger/statement.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMonth } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { writePdf } from './pdf.server.ts'

/** The club as it stands on a statement. */
export type StatementIssuer = { name: string; address: string; contact: string; timeZone: string }

/** Returns a trainer's statement of a month as PDF. */
export function statementPdf(statement: Statement, club: StatementIssuer): Promise<Uint8Array> {
  const { trainerName, month, startCents, endCents, lines, currency, taxNumber, number } = statement
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  return writePdf({
    brand: club.name,
    letterhead: [club.address.replaceAll('\n', ', '), club.contact].filter(Boolean),
    title: t('statement.statement'),
    reference: [...(number ? [number] : []), formatMonth(month)],
    facts: [
      {
        name: t('table.for'),
        lines: [trainerName, ...(taxNumber ? [t('statement.taxNumber', { taxNumber })] : [])],
      },
      { name: t('statement.by'), lines: [club.name, t('statement.selfBilling')] },
    ],
    columns: [
      { heading: t('table.what'), width: 6 },
      { heading: t('table.amount'), width: 2, right: true },
      { heading: t('table.trainerShare'), width: 2, right: true },
    ],
    rows: [
      [{ text: t('statement.owedBefore'), bold: true }, { text: '' }, { text: money(startCents) }],
      ...lines.map((line) => [
        {
          text: statementLineTitle(line),
          below: [formatDate(line.enteredAt, club.timeZone), line.plan && capitalize(line.plan), line.note]
            .filter(Boolean)
            .join(', '),
          bold: true,
        },
        { text: money(line.cents) },
        {
          text: money(line.partCents),
          ...(line.sharePercent !== null && { below: `${line.sharePercent} %` }),
        },
      ]),
    ],
    sums: [
      { name: endCents < 0 ? t('allTrainers.overpaid') : t('table.owed'), value: money(Math.abs(endCents)) },
    ],
    notes: [t('statement.everySaleKeeps')],
    foot: `${t('statement.statement')}, ${trainerName}, ${formatMonth(month)}`,
    madeAt: new Date(`${month}-01T00:00:00Z`),
  })
}
