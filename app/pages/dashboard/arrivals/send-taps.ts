import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { takeDeskTaps } from '#domain/visits/desk-taps.server.ts'
import type { Route } from './+types/send-taps.ts'

/** Records the taps that the desk made without a connection. Returns what became of each. */
export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  return Response.json({ results: await takeDeskTaps(actor, parse(fields.get('taps') ?? '')) })
})

export const loader = () => redirect('/dashboard/arrivals')

/** Returns null for a text that is no JSON, which the desk refuses as it refuses other values. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
