import { data } from 'react-router'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { t } from '#messages/t.ts'
import {
  startSecondFactorSetup,
  readSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  enableSecondFactor,
} from '#sign-in/second-factor/second-factor.server.ts'
import type { Route } from './+types/second-factor.ts'
import {
  BeginSetup,
  ChangeSecondFactor,
  RecoveryCodes,
  AuthenticatorSetup,
} from './second-factor-sections.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('secondFactor.secondFactor'))

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) =>
  readSecondFactor(actor),
)

export const action = createAction(
  async ({ actor, request, page, readForm }: Route.ActionArgs & ActionContext) => {
    const caller = { headers: request.headers, address: page.address }
    const { fields } = await readForm()
    const input = {
      currentPassword: fields.get('currentPassword') ?? '',
      code: fields.get('code') ?? '',
    }
    switch (readIntent(fields, ['begin', 'switch-on', 'renew', 'switch-off'])) {
      case 'switch-on': {
        const { headers, recoveryCodes } = await enableSecondFactor(caller, actor, input)
        return data({ recoveryCodes }, { headers })
      }
      case 'renew':
        return data({ recoveryCodes: await renewRecoveryCodes(caller, actor, input) })
      case 'switch-off': {
        await disableSecondFactor(caller, actor, input)
        return redirectWithToast('/dashboard/profileSettings/account', {
          text: t('secondFactor.yourSecondFactorIs'),
        })
      }
      case 'begin':
        return data({ address: await startSecondFactorSetup(caller, actor, input) })
    }
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, hasPassword, recoveryCodesLeft } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const codes = actionData && 'recoveryCodes' in actionData ? actionData.recoveryCodes : null
  // a refused code brings the secret back, which is stored nowhere else
  const address =
    actionData && 'address' in actionData ? actionData.address : submittedValues(problem)?.get('address')
  return (
    <>
      <h1>{t('secondFactor.secondFactor')}</h1>
      <p className="subtitle">{t('secondFactor.aCodeFromYour')}</p>
      <SettingsTabs current="account" />
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : isOn ? (
        <ChangeSecondFactor problem={problem} hasPassword={hasPassword} codesLeft={recoveryCodesLeft} />
      ) : address ? (
        <AuthenticatorSetup address={address} problem={problem} />
      ) : (
        <BeginSetup problem={problem} hasPassword={hasPassword} />
      )}
    </>
  )
}
