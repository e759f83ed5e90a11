import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { writeMonthArchive } from '#domain/exports/month-archive.server.ts'
import type { Route } from './+types/archive-file.ts'

/** Download of a month's archive. */
export const loader = createLoader(
  async ({ actor, params: { month } }: Route.LoaderArgs & LoaderContext) =>
    new Response(await writeMonthArchive(actor, month), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="archive-${month}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    }),
)
