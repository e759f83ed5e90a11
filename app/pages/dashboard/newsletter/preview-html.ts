import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { letterResponse } from '#app/pages/letter/letter-response.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { escapeHtml } from '#domain/mail/template.ts'
import { previewNewsletter } from '#domain/newsletter/drafts.server.ts'
import type { Route } from './+types/preview-html.ts'
import { letterIdOf } from './letter-id.ts'

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const { html } = await previewNewsletter(actor, letterIdOf(params))
  return letterResponse(html, { isEdited: true })
})

/** The preview of what is typed, in light or dark colours or as text. Saves nothing. */
export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'newsletter.write')
  const { fields } = await readForm()
  const valueOf = (name: string) => fields.get(name) ?? ''
  const typed = { audience: valueOf('audience'), subject: valueOf('subject'), words: valueOf('words') }
  const { html, text } = await previewNewsletter(actor, letterIdOf(params), typed)
  const look = valueOf('as')
  const shown =
    look === 'text'
      ? `<html><head></head><body><pre>${escapeHtml(text)}</pre></body></html>`
      : html.replaceAll('(prefers-color-scheme:dark)', look === 'dark' ? 'all' : 'not all')
  return letterResponse(shown, { isEdited: true })
})
