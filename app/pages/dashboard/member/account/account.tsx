import { redirect } from 'react-router'
import { requirePerson } from '#domain/actor.ts'
import { readLetterChoices } from '#domain/members/letter-choices.server.ts'
import { listDevices } from '#sign-in/devices.server.ts'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { formatDate, formatTime } from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { Address, Devices, LetterChoices } from './account-parts.tsx'
import { saveAccount } from './save-account.server.ts'
import { SettingsTabs } from './settings-tabs.tsx'
import type { Route } from './+types/account.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Account')

export const loader = load(async ({ actor, page: { club } }: Route.LoaderArgs & Caller) => {
  const { email } = requirePerson(actor)
  const [devices, wanted] = await Promise.all([listDevices(actor), readLetterChoices(actor)])
  const used = (date: Date) => `${formatDate(date, club.timeZone)}, ${formatTime(date, club.timeZone)}`
  return {
    email,
    wanted,
    devices: devices.map(({ usedAt, ...device }) => ({ ...device, used: used(usedAt) })),
  }
})

export const action = act(async ({ actor, request, page, readForm }: Route.ActionArgs & Sender) => {
  requirePerson(actor)
  const { fields } = await readForm()
  const text = await saveAccount({ headers: request.headers, address: page.address }, actor, fields)
  return redirect('/dashboard/profileSettings/account', {
    headers: { 'Set-Cookie': await leaveFlash({ text }) },
  })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, devices, wanted } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  return (
    <>
      <h1>{texts.profileSettings.heading}</h1>
      <SettingsTabs current="account" />
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <Devices devices={devices} />
      <Address email={email} problem={problem} errors={fieldMessages(problem)} />
      <LetterChoices wanted={wanted} />
    </>
  )
}
