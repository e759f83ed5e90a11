import { conflict, invalidAt } from '#core/errors.ts'
import { transaction } from '#db/client.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { sendEmailChangeLetter } from '#domain/members/email-address.server.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { limitLetter } from '#platform/rate-limits/rate-limits.ts'
import type { AuthRequest } from './better-auth/responses.server.ts'
import { confirmPassword } from './passwords/confirm-password.server.ts'
import { changeEmailInput, type ChangeEmailInput } from './sign-in.input.ts'

/**
 * Sends a confirmation link to a new address of the person's account. The address changes when the link is
 * used. A taken address is not revealed. Throws `invalid` for a wrong password or the current address,
 * `conflict` without a password and in a club that sends no mail, and `limited`.
 */
export async function requestEmailChange(
  caller: AuthRequest,
  actor: Actor,
  input: ChangeEmailInput,
): Promise<void> {
  const person = requireOwnAccount(actor)
  const { email, currentPassword } = parseInput(changeEmailInput, input)
  if (!sendsMail()) throw conflict(t('refusal.clubSendsNoMail'))
  if (email === person.email) throw invalidAt('email', t('refusal.sameAddress'))
  await confirmPassword(caller, person, currentPassword)
  await limitLetter(email, caller.address)
  await transaction((trx) => sendEmailChangeLetter(trx, person, email))
}
