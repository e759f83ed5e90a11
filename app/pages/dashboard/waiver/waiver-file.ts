import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { readWaiverPdf } from '#domain/exports/waiver-file.server.ts'
import type { Route } from './+types/waiver-file.ts'

/** Download of a signed waiver as PDF, for the member and the office. */
export const loader = createLoader(
  async ({ actor, params: { id, version } }: Route.LoaderArgs & LoaderContext) => {
    const bytes = await readWaiverPdf(actor, id, version)
    return new Response(bytes.slice(), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="waiver-${version}.pdf"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
)
