import { exportSubscribersCsv } from '#domain/newsletter/subscribers.server.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/parts/csv-response.ts'
import type { Route } from './+types/subscribers-csv.ts'

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) =>
  csvResponse('subscribers.csv', await exportSubscribersCsv(actor)),
)
