import { redirect } from 'react-router'
import { removeAllDrafts } from '#app/forms/form-draft-storage.ts'
import { deleteDeskCache } from '#app/frame/desk-cache.ts'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { signOut } from '#sign-in/accounts.server.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session. */
export const action = createAction(async ({ request, readForm }: Route.ActionArgs & ActionContext) => {
  // read first, so that an invalid body does not end the session
  const { fields: form } = await readForm()
  const { headers } = await signOut(request.headers)
  return redirect(form.get('to') === '/signIn' ? '/signIn' : '/', { headers })
})

export const loader = () => redirect('/')

/** Removes all drafts and the cached desk, so that the next user of this browser finds none. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  removeAllDrafts()
  await deleteDeskCache()
  return serverAction()
}
