import type { Actor } from '#domain/actor.ts'
import { saveLetterChoices } from '#domain/members/letter-choices.server.ts'
import { askForNewAddress } from '#sign-in/change-address.server.ts'
import { signOutDevice, signOutElsewhere } from '#sign-in/devices.server.ts'

type Caller = { headers: Headers; address: string }

/** Does what one of the forms of the account page asks for, and answers the sentence that tells it. */
export async function saveAccount(caller: Caller, actor: Actor, form: URLSearchParams): Promise<string> {
  const act = form.get('act')
  if (act === 'sign-out') {
    await signOutDevice(actor, form.get('id') ?? '')
    return 'That device is signed out.'
  }
  if (act === 'sign-out-elsewhere') {
    await signOutElsewhere(actor)
    return 'You are signed out everywhere else.'
  }
  if (act === 'letters') {
    await saveLetterChoices(actor, form.getAll('wanted'))
    return 'Your choices are saved.'
  }
  await askForNewAddress(caller, actor, {
    email: form.get('email') ?? undefined,
    currentPassword: form.get('currentPassword') ?? undefined,
  })
  return 'A letter is on its way to the new address. Its link works for 15 minutes.'
}
