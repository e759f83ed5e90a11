import { redirect } from 'react-router'
import { letGo } from '../../../domain/bookings/release.server.ts'
import { leaveFlash } from '../../flash.server.ts'
import { act, type Caller } from '../../handlers.server.ts'
import type { Route } from './+types/let-go-action.ts'

/** Gives a held hour back; its own page then says where the booking stands. */
export const action = act(async ({ actor, params }: Route.ActionArgs & Caller) => {
  await letGo(actor, params.id)
  const headers = { 'Set-Cookie': await leaveFlash({ text: 'You let the hour go.' }) }
  return redirect(`/dashboard/payment/${params.id}`, { headers })
})

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/dashboard/payment/${params.id}`)
