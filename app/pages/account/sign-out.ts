import { redirect } from 'react-router'
import { signOut } from '#sign-in/accounts.server.ts'
import { removeAllDrafts } from '#app/forms/form-draft-storage.ts'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session, wherever the button was pressed. */
export const action = createAction(async ({ request, readForm }: Route.ActionArgs & ActionContext) => {
  // read before the session ends, so that a body that cannot be read ends nothing
  const { fields: form } = await readForm()
  const { headers } = await signOut(request.headers)
  return redirect(form.get('to') === '/signIn' ? '/signIn' : '/', { headers })
})

export const loader = () => redirect('/')

/** Nobody who sits down at this browser afterwards finds what was typed and not sent. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  removeAllDrafts()
  return serverAction()
}
