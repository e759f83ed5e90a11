import { redirect } from 'react-router'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { toDomainError } from '#domain/error-mapping.server.ts'
import { requestVerificationLetter } from '#domain/members/email-address.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/resend-confirmation.ts'

export const loader = () => redirect('/dashboard')

/** Resends the confirmation email and redirects to the dashboard with the result as a toast. */
export const action = createAction(async ({ actor, page }: Route.ActionArgs & ActionContext) => {
  const back = async (text: string, bad = false) => redirectWithToast('/dashboard', { text, bad })
  try {
    await requestVerificationLetter(actor, page.address)
    return await back(t('resendConfirmation.theEmailIsOn', { linkMinutes }))
  } catch (error) {
    const refusal = toDomainError(error)
    if (refusal?.code !== 'conflict' && refusal?.code !== 'limited') throw error
    return back(refusal.message, refusal.code === 'limited')
  }
})
