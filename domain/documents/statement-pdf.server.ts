import { statementLineTitle } from '#domain/ledger/statement-lines.rules.ts'
import type { Statement } from '#domain/ledger/statement.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMonth } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
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
    title: 'Statement',
    reference: [...(number ? [number] : []), formatMonth(month)],
    facts: [
      { name: 'For', lines: [trainerName, ...(taxNumber ? [`Tax number ${taxNumber}`] : [])] },
      { name: 'By', lines: [club.name, 'Issued by the club for the trainer (self-billing)'] },
    ],
    columns: [
      { heading: 'What', width: 6 },
      { heading: 'Amount', width: 2, right: true },
      { heading: 'Trainer’s share', width: 2, right: true },
    ],
    rows: [
      [{ text: 'Owed before', bold: true }, { text: '' }, { text: money(startCents) }],
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
    sums: [{ name: endCents < 0 ? 'Overpaid' : 'Owed', value: money(Math.abs(endCents)) }],
    notes: ['Every sale keeps the share that applied on its day. A refund counts once the money is back.'],
    foot: `Statement, ${trainerName}, ${formatMonth(month)}`,
    madeAt: new Date(`${month}-01T00:00:00Z`),
  })
}
