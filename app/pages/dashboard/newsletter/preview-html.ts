import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { letterResponse } from '#app/pages/letter/letter-response.server.ts'
import { previewNewsletter } from '#domain/newsletter/drafts.server.ts'
import type { Route } from './+types/preview-html.ts'

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  letterResponse(await previewNewsletter(actor, params.id)),
)
