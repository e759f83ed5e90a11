import { exportLedgerCsv } from '#domain/ledger/ledger-csv.server.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/parts/csv-response.ts'
import type { Route } from './+types/ledger-download.ts'

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) =>
  csvResponse('ledger.csv', await exportLedgerCsv(actor)),
)
