import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { invalidAt } from '#core/errors.ts'
import { takeDeskTaps } from '#domain/visits/desk-taps.server.ts'
import type { Route } from './+types/send-taps.ts'

/** Records the taps that the desk made without a connection. Returns what became of each. */
export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  return Response.json({ results: await takeDeskTaps(actor, parse(fields.get('taps') ?? '')) })
})

export const loader = () => redirect('/dashboard/arrivals')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidAt('taps', 'These taps cannot be read.')
  }
}
