import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { serializeTheme } from '#app/frame/theme.server.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/theme.ts'

/** Stores the theme in a cookie and redirects back. */
export const action = createAction(async ({ readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const headers = { 'Set-Cookie': await serializeTheme(form.get('value')) }
  return redirect(safeReturnPath(form.get('from')), { headers })
})

export const loader = () => redirect('/')
