import { readIntent } from '#app/forms/read-intent.server.ts'
import { texts } from '#copy/texts.ts'
import { DomainError } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { emptyProfile, profileFields } from '#domain/members/members.input.ts'
import { changePortrait, updateProfile } from '#domain/members/profile.server.ts'
import { t } from '#messages/t.ts'

/** Runs the intent of one of the settings page's forms and returns the toast. */
export async function saveProfileSettings(actor: Actor, form: URLSearchParams): Promise<string> {
  if (readIntent(form, ['profile', 'photo']) === 'photo') return savePortrait(actor, form)
  // a form of an earlier version lacks newer fields, which stay
  const fields = profileFields.map((field) => [
    field,
    Array.isArray(emptyProfile[field]) ? form.getAll(field) : (form.get(field) ?? undefined),
  ])
  const consents = form.getAll('sharesBloodGroup')
  await updateProfile(actor, {
    name: form.get('name') ?? '',
    ...(consents.length > 0 && { sharesBloodGroup: consents.includes('yes') }),
    ...Object.fromEntries(fields),
  })
  return texts.profileSettings.done
}

async function savePortrait(actor: Actor, form: URLSearchParams): Promise<string> {
  const photo = form.get('photo') ?? ''
  if (photo === '')
    throw new DomainError('invalid', t('saveProfile.chooseAPhotoFirst'), {
      errors: { photo: [t('saveProfile.chooseAPhotoFirst')] },
    })
  await changePortrait(actor, photo)
  return t('saveProfile.yourPhotoIsChanged')
}
