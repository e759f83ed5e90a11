import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { exampleTable } from '#domain/imports/example-table.rules.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import type { Route } from './+types/example-file.ts'
import { csvResponse } from './csv-response.ts'

/** Download of a table as an import understands it. */
export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'members.import')
  return csvResponse('members-example', csvFile(exampleTable(), 'spreadsheet'))
})
