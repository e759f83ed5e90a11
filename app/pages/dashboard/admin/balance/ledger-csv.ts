import { exportLedgerCsv } from '#domain/ledger/ledger-csv.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/csv-response.ts'
import type { Route } from './+types/ledger-csv.ts'

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) =>
  csvResponse('ledger.csv', await exportLedgerCsv(actor)),
)
