import { redirect } from 'react-router'
import { signOut } from '../../../domain/accounts/accounts.server.ts'
import { act, type Caller } from '../../handlers.server.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session, wherever the button was pressed. */
export const action = act(async ({ request }: Route.ActionArgs & Caller) => {
  const { headers } = await signOut(request.headers)
  return redirect('/', { headers })
})

export const loader = () => redirect('/')
