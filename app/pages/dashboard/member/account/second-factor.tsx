import { data } from 'react-router'
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '#sign-in/second-factor.server.ts'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf, typedIn } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { redirectSaying } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { Begin, Change, RecoveryCodes, ShowToApp } from './second-factor-parts.tsx'
import { SettingsTabs } from './settings-tabs.tsx'
import type { Route } from './+types/second-factor.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Second factor')

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) => readSecondFactor(actor))

export const action = act(async ({ actor, request, page, readForm }: Route.ActionArgs & Sender) => {
  const caller = { headers: request.headers, address: page.address }
  const { fields } = await readForm()
  const input = {
    currentPassword: fields.get('currentPassword') ?? '',
    code: fields.get('code') ?? '',
  }
  switch (fields.get('act')) {
    case 'switch-on': {
      const { headers, recoveryCodes } = await switchOnSecondFactor(caller, actor, input)
      return data({ recoveryCodes }, { headers })
    }
    case 'renew':
      return data({ recoveryCodes: await renewRecoveryCodes(caller, actor, input) })
    case 'switch-off': {
      await switchOffSecondFactor(caller, actor, input)
      return redirectSaying('/dashboard/profileSettings/account', { text: 'Your second factor is off.' })
    }
    default:
      return data({ address: await beginSecondFactor(caller, actor, input) })
  }
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, hasPassword, recoveryCodesLeft } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const codes = actionData && 'recoveryCodes' in actionData ? actionData.recoveryCodes : null
  // a wrong code comes back with the secret, which the club shows nowhere else
  const address =
    actionData && 'address' in actionData ? actionData.address : typedIn(problem)?.get('address')
  return (
    <>
      <h1>Second factor</h1>
      <p className="subtitle">A code from your phone, asked for after your password or Google.</p>
      <SettingsTabs current="account" />
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : isOn ? (
        <Change problem={problem} hasPassword={hasPassword} codesLeft={recoveryCodesLeft} />
      ) : address ? (
        <ShowToApp address={address} problem={problem} />
      ) : (
        <Begin problem={problem} hasPassword={hasPassword} />
      )}
    </>
  )
}
