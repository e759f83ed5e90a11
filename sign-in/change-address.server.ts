import { db, transaction } from '#db/client.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { conflict, DomainError } from '#domain/errors.ts'
import { parseInput } from '#domain/input.ts'
import { writeToNewAddress } from '#domain/members/address.server.ts'
import { limitLetter } from '#platform/limits.ts'
import type { Caller } from './answers.server.ts'
import { countGuess } from './guesses.server.ts'
import { isPassword } from './passwords.server.ts'
import { changeAddressInput } from './sign-in.input.ts'

/**
 * Sends a letter to an address that the account of the one who asks shall have; it has it once the link there was
 * pressed. Whether somebody else has that address is told to nobody but its owner. Throws `invalid` for a wrong
 * password, `conflict` for an account without one, `limited`.
 */
export async function askForNewAddress(caller: Caller, actor: Actor, input: unknown): Promise<void> {
  const person = requirePerson(actor)
  const { email, currentPassword } = parseInput(changeAddressInput, input)
  await countGuess(caller, person.email)
  const account = await db
    .selectFrom('accounts')
    .where('userId', '=', person.id)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  if (!account?.password) throw conflict('Set a password first: “Forgot it?” on the sign-in page does.')
  if (!(await isPassword({ hash: account.password, password: currentPassword }))) {
    const message = 'This is not your current password.'
    throw new DomainError('invalid', message, { errors: { addressPassword: [message] } })
  }
  await limitLetter(email, caller.address)
  await transaction((trx) => writeToNewAddress(trx, person, email))
}
