import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { letterResponse } from '#app/pages/letter/letter-response.server.ts'
import { getMailboxLetter } from '#domain/mail/mailbox.server.ts'
import type { Route } from './+types/letter-html.ts'

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) =>
  letterResponse((await getMailboxLetter(actor, params.id)).html),
)
