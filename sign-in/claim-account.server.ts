import { conflictAt, DomainError } from '#core/errors.ts'
import { clubNow, transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { parseInput } from '#domain/input.ts'
import { sendVerificationLetter } from '#domain/members/email-address.server.ts'
import { consumeLink, findLink, revokeLinks } from '#domain/members/one-time-links.server.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { limitSignUp } from '#platform/rate-limits/rate-limits.ts'
import { signIn } from './accounts.server.ts'
import { authOptions } from './better-auth/instance.server.ts'
import type { AuthCookies, AuthRequest } from './better-auth/responses.server.ts'
import { hashPassword } from './passwords/hashing.server.ts'
import { claimInput, type ClaimInput } from './sign-in.input.ts'

const linkIsOver = () => new DomainError('invalid', t('refusal.codeIsOver'))

/**
 * Gives a member without a sign-in an email and a password, by the link of a letter or of the desk, and signs them in.
 * The address is confirmed if the letter went to it. Throws `invalid`, which leaves the link usable unless it is over,
 * `conflict` for an address that has an account, and `limited`.
 */
export async function claimAccount(
  caller: AuthRequest,
  key: string,
  input: ClaimInput,
): Promise<AuthCookies> {
  const { email, password } = parseInput(claimInput, input)
  await limitSignUp(caller.address)
  // an invalid link is refused before the password is hashed
  if ((await findLink('claim-account', key)) === null) throw linkIsOver()
  const hash = await hashPassword(password, authOptions().passwordCost)
  await transaction(async (trx) => {
    const link = await consumeLink(trx, 'claim-account', key)
    if (link === null) throw linkIsOver()
    const { userId } = link
    const claimed = await trx
      .updateTable('users')
      .set({ email, emailVerified: !link.byHand && link.email === email, updatedAt: clubNow })
      .where('id', '=', userId)
      .where('email', 'is', null)
      .where('erasedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (violates(error, 'users_email_key'))
          throw conflictAt('email', t('refusal.emailTakenChooseAnother'))
        throw error
      })
    if (!claimed) throw linkIsOver()
    await trx
      .insertInto('accounts')
      .values({ userId, accountId: userId, providerId: 'credential', password: hash, updatedAt: clubNow })
      .execute()
    await revokeLinks(trx, userId)
    await recordActivity(trx, { userId, kind: 'account', summary: message('activity.youChoseASignIn') })
    await sendVerificationLetter(trx, userId)
  })
  return signIn(caller, { email, password })
}
