import { redirect } from 'react-router'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import { act, type Sender } from '#app/frame/handlers.server.ts'
import { rememberTheme } from '#app/frame/theme.server.ts'
import type { Route } from './+types/theme.ts'

/** Remembers the theme a person chose, and returns to where they were. */
export const action = act(async ({ readForm }: Route.ActionArgs & Sender) => {
  const { fields: form } = await readForm()
  const headers = { 'Set-Cookie': await rememberTheme(form.get('value')) }
  return redirect(safeReturnPath(form.get('from')), { headers })
})

export const loader = () => redirect('/')
