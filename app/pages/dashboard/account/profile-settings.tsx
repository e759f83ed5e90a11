import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { readPhotoForm } from '#app/pages/dashboard/content/photo-form.server.ts'
import { texts } from '#copy/texts.ts'
import { requireOwnAccount } from '#domain/actor.ts'
import { bloodGroups } from '#domain/members/members.input.ts'
import { getAccount } from '#domain/members/profile.server.ts'
import type { Route } from './+types/profile-settings.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePortrait } from './profile-portrait.tsx'
import { saveProfileSettings } from './save-profile.server.ts'
import { SettingsTabs } from './settings-tabs.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.profileSettings.heading)

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const { email } = requireOwnAccount(actor)
  return {
    account: await getAccount(actor, email),
    timeZone: page.club.timeZone,
    choices: { bloodGroups, skills: texts.skills },
  }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const form = await readPhotoForm(readForm, actor)
  const text = await saveProfileSettings(actor, form)
  return redirectWithToast('/dashboard/profileSettings', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ProfileSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { account, choices, timeZone } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const problemOfForm = (name: string) => (typed?.get('intent') === name ? problem : null)
  const errors = fieldMessages(problem)
  const message = formMessage(problem)
  return (
    <>
      <h1>{texts.profileSettings.heading}</h1>
      <p className="subtitle">{texts.profileSettings.subtitle}</p>
      <SettingsTabs current="profile" />
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <div className="with-side settings">
        <ProfileForm
          // remounts to show saved values
          key={JSON.stringify([account, problemOfForm('profile')?.typed])}
          account={account}
          choices={choices}
          problem={problemOfForm('profile')}
          timeZone={timeZone}
        />
        <div>
          <ProfilePortrait portrait={account.portrait} error={errors.photo} />
        </div>
      </div>
    </>
  )
}
