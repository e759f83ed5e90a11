import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { exportTable } from '#domain/exports/export-table.server.ts'
import { currentLanguage, inLanguage } from '#messages/t.ts'
import type { Route } from './+types/table-file.ts'

/** Download of a table, such as `ledger.xlsx?month=2026-11`. Files for programs have English headings in every language. */
export const loader = createLoader(async ({ actor, params, url }: Route.LoaderArgs & LoaderContext) => {
  const query = url.searchParams
  const part = {
    month: query.get('month') || null,
    day: query.get('day') || null,
    trainer: query.get('trainer'),
    payout: query.get('payout'),
  }
  const language = params.file.endsWith('-plain.csv') ? 'en' : currentLanguage()
  const { name, type, body } = await inLanguage(language, () => exportTable(actor, params.file, part))
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
})
