import { exportSubscribersCsv } from '#domain/newsletter/newsletter.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { csvResponse } from '#app/pages/dashboard/csv-response.ts'
import type { Route } from './+types/subscribers-csv.ts'

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) =>
  csvResponse('subscribers.csv', await exportSubscribersCsv(actor)),
)
