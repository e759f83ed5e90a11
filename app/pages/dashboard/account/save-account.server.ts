import { readIntent } from '#app/forms/read-intent.server.ts'
import { requireOwnAccount, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { linkMinutes } from '#domain/members/one-time-links.rules.ts'
import { requestPasswordReset } from '#domain/members/password-reset.server.ts'
import { savePostalAddress } from '#domain/members/postal-address.server.ts'
import { cancelAccountDeletion } from '#domain/personal-data/cancel-deletion.server.ts'
import { requestDataExport } from '#domain/personal-data/data-export.server.ts'
import { formatDate } from '#format/date-time.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { changePassword } from '#sign-in/accounts.server.ts'
import { requestEmailChange } from '#sign-in/change-email.server.ts'
import { deleteOwnAccount } from '#sign-in/delete-account.server.ts'
import { connectGoogle, disconnectGoogle } from '#sign-in/google/google.server.ts'
import { signOutDevice, signOutOtherDevices } from '#sign-in/sessions/devices.server.ts'

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
      return { text: t('saveAccount.yourPasswordIsChanged'), headers }
    }
    case 'set-password':
      await requestPasswordReset({ email: requireOwnAccount(actor).email }, caller.address)
      return { text: t('saveAccount.weveSentYouAn', { linkMinutes }) }
    case 'connect-google': {
      const { address, headers } = await connectGoogle(caller, actor)
      return { text: '', headers, redirectTo: address }
    }
    case 'disconnect-google':
      await disconnectGoogle(actor)
      return { text: t('saveAccount.googleIsDisconnected') }
    case 'sign-out':
      await signOutDevice(actor, form.get('id') ?? '')
      return { text: t('saveAccount.thatDeviceIsSigned') }
    case 'sign-out-elsewhere':
      await signOutOtherDevices(actor)
      return { text: t('saveAccount.youreSignedOutEverywhere') }
    case 'letters':
      await saveLetterPreferences(actor, form.getAll('wanted'))
      return { text: t('saveAccount.yourChoicesAreSaved') }
    case 'postal':
      await savePostalAddress(actor, { postalAddress: field('postalAddress') })
      return { text: t('saveAccount.yourPostalAddressIs') }
    case 'copy':
      await requestDataExport(actor)
      return { text: t('saveAccount.yourCopyIsBeing') }
    case 'stay':
      await cancelAccountDeletion(actor)
      return { text: t('saveAccount.yourAccountStays') }
    case 'leave': {
      const input = { when: field('when'), currentPassword: field('currentPassword'), code: field('code') }
      const { deletionDate, headers } = await deleteOwnAccount(caller, actor, input)
      if (deletionDate === null)
        return { text: t('saveAccount.yourAccountIsDeleted'), headers, redirectTo: '/' }
      return {
        text: t('saveAccount.yourAccountWillBe', {
          deletionDate: endSentence(formatDate(deletionDate, (await clubFacts()).timeZone)),
        }),
        headers,
      }
    }
    case 'address': {
      const input = { email: field('email'), currentPassword: field('currentPassword') }
      await requestEmailChange(caller, actor, input)
      return { text: t('saveAccount.weveSentAnEmail', { linkMinutes }) }
    }
  }
}
