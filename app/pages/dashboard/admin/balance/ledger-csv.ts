import { exportLedgerCsv } from '../../../../../domain/payments/books.server.ts'
import { load, type Caller } from '../../../../handlers.server.ts'
import { csvResponse } from '../../csv-response.ts'
import type { Route } from './+types/ledger-csv.ts'

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) =>
  csvResponse('ledger.csv', await exportLedgerCsv(actor)),
)
