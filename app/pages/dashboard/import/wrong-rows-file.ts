import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { readWrongRows } from '#domain/imports/wrong-rows.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import type { Route } from './+types/wrong-rows-file.ts'
import { csvResponse } from './csv-response.ts'

/** Download of the rows that are wrong or twice, with the reason in the last column. */
export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  csvResponse('wrong-rows', csvFile(await readWrongRows(actor, params.id), 'spreadsheet')),
)
