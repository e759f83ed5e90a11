import { requirePerson, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { requestPasswordReset } from '#domain/members/password-reset.server.ts'
import { savePostalAddress } from '#domain/members/postal-address.server.ts'
import { saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { requestDataExport } from '#domain/personal-data/data-export.server.ts'
import { cancelAccountDeletion } from '#domain/personal-data/cancel-deletion.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { changePassword } from '#sign-in/accounts.server.ts'
import { requestEmailChange } from '#sign-in/change-email.server.ts'
import { signOutDevice, signOutOtherDevices } from '#sign-in/sessions/devices.server.ts'
import { connectGoogle, disconnectGoogle } from '#sign-in/google/google.server.ts'
import { deleteOwnAccount } from '#sign-in/delete-account.server.ts'
import { formatDate } from '#format/date-time.ts'
import { endSentence } from '#format/text.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'

type AuthCaller = { headers: Headers; address: string }
/** Toast, cookies to set, and a redirect to another page. */
type SaveResult = { text: string; headers?: Headers; redirectTo?: string }

const accountIntents = [
  'password',
  'set-password',
  'connect-google',
  'disconnect-google',
  'sign-out',
  'sign-out-elsewhere',
  'letters',
  'postal',
  'copy',
  'stay',
  'leave',
  'address',
] as const

/** Runs the intent of one of the account page's forms. */
export async function saveAccount(
  caller: AuthCaller,
  actor: Actor,
  form: URLSearchParams,
): Promise<SaveResult> {
  const field = (name: string) => form.get(name) ?? ''
  switch (readIntent(form, accountIntents)) {
    case 'password': {
      const input = { currentPassword: field('currentPassword'), newPassword: field('newPassword') }
      const { headers } = await changePassword(caller, actor, input)
      return { text: 'Your password is changed. You’re signed out everywhere else.', headers }
    }
    case 'set-password':
      await requestPasswordReset({ email: requirePerson(actor).email }, caller.address)
      return { text: `We’ve sent you an email. Its link works for ${linkMinutes} minutes.` }
    case 'connect-google': {
      const { address, headers } = await connectGoogle(caller, actor)
      return { text: '', headers, redirectTo: address }
    }
    case 'disconnect-google':
      await disconnectGoogle(actor)
      return { text: 'Google is disconnected.' }
    case 'sign-out':
      await signOutDevice(actor, form.get('id') ?? '')
      return { text: 'That device is signed out.' }
    case 'sign-out-elsewhere':
      await signOutOtherDevices(actor)
      return { text: 'You’re signed out everywhere else.' }
    case 'letters':
      await saveLetterPreferences(actor, form.getAll('wanted'))
      return { text: 'Your choices are saved.' }
    case 'postal':
      await savePostalAddress(actor, { postalAddress: field('postalAddress') })
      return { text: 'Your postal address is saved.' }
    case 'copy':
      await requestDataExport(actor)
      return { text: 'Your copy is being made. It takes a minute.' }
    case 'stay':
      await cancelAccountDeletion(actor)
      return { text: 'Your account stays.' }
    case 'leave': {
      const input = { when: field('when'), currentPassword: field('currentPassword'), code: field('code') }
      const { deletionDate, headers } = await deleteOwnAccount(caller, actor, input)
      if (deletionDate === null) return { text: 'Your account is deleted.', headers, redirectTo: '/' }
      return {
        text: `Your account will be deleted on ${endSentence(formatDate(deletionDate, (await clubFacts()).timeZone))}`,
        headers,
      }
    }
    case 'address': {
      const input = { email: field('email'), currentPassword: field('currentPassword') }
      await requestEmailChange(caller, actor, input)
      return { text: `We’ve sent an email to the new address. Its link works for ${linkMinutes} minutes.` }
    }
  }
}
