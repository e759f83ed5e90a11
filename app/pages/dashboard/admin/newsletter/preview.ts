import { previewNewsletter } from '#domain/newsletter/writing.server.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { letterResponse } from '#app/pages/letter/letter-response.server.ts'
import type { Route } from './+types/preview.ts'

export const loader = load(async ({ actor, params }: Route.LoaderArgs & Caller) =>
  letterResponse(await previewNewsletter(actor, params.id)),
)
