import { exportSubscribersCsv } from '#domain/newsletter/newsletter.server.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/csv-response.ts'
import type { Route } from './+types/subscribers-csv.ts'

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) =>
  csvResponse('subscribers.csv', await exportSubscribersCsv(actor)),
)
