import { connectGoogle, disconnectGoogle } from '#sign-in/google.server.ts'
import { changePortrait, updateProfile } from '#domain/members/profile.server.ts'
import { changePassword } from '#sign-in/accounts.server.ts'
import type { Actor } from '#domain/actor.ts'
import { DomainError } from '#domain/errors.ts'
import { texts } from '#words/texts.ts'

type Caller = { headers: Headers; address: string }
/** What to say, cookies to take along, and where to go when it is elsewhere. */
type Done = { text: string; headers?: Headers; leaveTo?: string }

/** Does what one of the forms of the settings page asks for. */
export async function saveSettings(caller: Caller, actor: Actor, form: URLSearchParams): Promise<Done> {
  const act = form.get('act')
  if (act === 'photo') return savePortrait(actor, form)
  if (act === 'password') {
    const input = { currentPassword: form.get('currentPassword'), newPassword: form.get('newPassword') }
    const { headers } = await changePassword(caller, actor, input)
    return { text: 'Your password is changed. You are signed out everywhere else.', headers }
  }
  if (act === 'connect-google') {
    const { address, headers } = await connectGoogle(caller, actor)
    return { text: '', headers, leaveTo: address }
  }
  if (act === 'disconnect-google') {
    await disconnectGoogle(actor)
    return { text: 'Google is disconnected.' }
  }
  await updateProfile(actor, {
    name: form.get('name') ?? '',
    heightCm: form.get('heightCm'),
    age: form.get('age'),
    bloodGroup: form.get('bloodGroup') ?? '',
    skills: form.getAll('skills'),
    description: form.get('description') ?? '',
  })
  return { text: texts.profileSettings.done }
}

async function savePortrait(actor: Actor, form: URLSearchParams): Promise<Done> {
  const photo = form.get('photo') ?? ''
  if (photo === '')
    throw new DomainError('invalid', 'Choose a photo first.', {
      errors: { photo: ['Choose a photo first.'] },
    })
  await changePortrait(actor, photo)
  return { text: 'Your photo is changed.' }
}
