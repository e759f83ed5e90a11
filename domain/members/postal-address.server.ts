import { clubNow, db, transaction } from '#db/client.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { message } from '#format/stored-message.ts'
import { postalAddressInput, type PostalAddressInput } from './members.input.ts'

/** Returns the person's postal address for invoices; '' if not set. */
export async function readPostalAddress(actor: Actor): Promise<string> {
  const { id } = requireOwnAccount(actor)
  const member = db.selectFrom('members').where('userId', '=', id).select('postalAddress')
  return (await member.executeTakeFirst())?.postalAddress ?? ''
}

/** Saves the postal address for future invoices; existing ones do not change. Throws `invalid`. */
export async function savePostalAddress(actor: Actor, input: PostalAddressInput): Promise<void> {
  const { id: userId } = requireOwnAccount(actor)
  const { postalAddress } = parseInput(postalAddressInput, input)
  await transaction(async (trx) => {
    await trx
      .updateTable('members')
      .set({ postalAddress, updatedAt: clubNow })
      .where('userId', '=', userId)
      .execute()
    await recordActivity(trx, { userId, kind: 'profile', summary: message('activity.youChangedAddress') })
  })
}
