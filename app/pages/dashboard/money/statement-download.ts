import { exportStatement } from '#domain/ledger/statement.server.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/parts/csv-response.ts'
import type { Route } from './+types/statement-download.ts'

export const loader = createLoader(async ({ actor, params, request }: Route.LoaderArgs & LoaderContext) => {
  const requested = new URL(request.url).searchParams.get('month')
  const { month, body } = await exportStatement(actor, params.id, requested)
  return csvResponse(`statement-${month}.csv`, body)
})
