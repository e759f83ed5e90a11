import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { readInvoicePdf } from '#domain/exports/invoice-file.server.ts'
import type { Route } from './+types/invoice-file.ts'

/** Download of an invoice or credit note as PDF, for its buyer and the office. */
export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const { number, bytes } = await readInvoicePdf(actor, params.id, params.invoice)
  return new Response(bytes.slice(), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${number}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  })
})
