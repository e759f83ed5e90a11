import { exportStatement } from '#domain/ledger/statement.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/csv-response.ts'
import type { Route } from './+types/statement-csv.ts'

export const loader = load(async ({ actor, params, request }: Route.LoaderArgs & Caller) => {
  const asked = new URL(request.url).searchParams.get('month')
  const { month, body } = await exportStatement(actor, params.id, asked)
  return csvResponse(`statement-${month}.csv`, body)
})
