import { redirect } from 'react-router'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { setFlash } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { requireOwnAccount } from '#domain/actor.ts'
import { findUnverifiedEmail } from '#domain/members/email-address.server.ts'
import { readLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { readPostalAddress } from '#domain/members/postal-address.server.ts'
import { readAccountDeletion } from '#domain/personal-data/account-deletion.server.ts'
import { readDataExportStatus } from '#domain/personal-data/data-export.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { isGoogleConfigured } from '#sign-in/better-auth/instance.server.ts'
import { readRequiredProof } from '#sign-in/delete-account.server.ts'
import { googleErrorMessage } from '#sign-in/google/errors.rules.ts'
import { listConnectedProviders } from '#sign-in/google/google.server.ts'
import { hasSecondFactor } from '#sign-in/second-factor/second-factor.server.ts'
import { listDevices } from '#sign-in/sessions/devices.server.ts'
import type { Route } from './+types/account.ts'
import { EmailAddress, Devices, LetterChoices } from './account-sections.tsx'
import { LeaveClub, LeaveClubDialog } from './leave-club.tsx'
import { MyData } from './my-data.tsx'
import { PostalAddress } from './postal-address.tsx'
import { saveAccount } from './save-account.server.ts'
import { SettingsTabs } from './settings-tabs.tsx'
import { GoogleSection, PasswordSection, SecondFactorSection } from './sign-in-methods.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('navigation.account'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const { id: personId, email } = requireOwnAccount(actor)
    const [
      devices,
      letterPreferences,
      signInMethods,
      secondFactor,
      unverifiedEmail,
      dataExport,
      leaving,
      requiredProof,
      postalAddress,
    ] = await Promise.all([
      listDevices(actor),
      readLetterPreferences(actor),
      listConnectedProviders(actor),
      hasSecondFactor(actor),
      findUnverifiedEmail(actor),
      readDataExportStatus(actor),
      readAccountDeletion(actor),
      readRequiredProof(actor),
      readPostalAddress(actor),
    ])
    const used = (date: Date) => `${formatDate(date, club.timeZone)}, ${formatTime(date, club.timeZone)}`
    return {
      personId,
      email,
      dataExport,
      leaving,
      requiredProof,
      postalAddress,
      timeZone: club.timeZone,
      isLeaving: new URL(request.url).searchParams.has('leave'),
      letterPreferences,
      signInMethods,
      secondFactor,
      isEmailVerified: unverifiedEmail === null,
      offersGoogle: isGoogleConfigured(),
      sendsMail: sendsMail(),
      googleProblem: googleErrorMessage(new URL(request.url).searchParams.get('error')),
      devices: devices.map(({ usedAt, ...device }) => ({ ...device, used: used(usedAt) })),
    }
  },
)

export const action = createAction(
  async ({ actor, request, page, readForm }: Route.ActionArgs & ActionContext) => {
    requireOwnAccount(actor)
    const { fields } = await readForm()
    const done = await saveAccount({ headers: request.headers, address: page.address }, actor, fields)
    const headers = done.headers ?? new Headers()
    if (done.text) headers.append('Set-Cookie', await setFlash({ text: done.text }))
    return redirect(done.redirectTo ?? '/dashboard/profileSettings/account', { headers })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, devices, letterPreferences, signInMethods, isEmailVerified, leaving, isLeaving, timeZone } =
    loaderData
  const problem = problemOf(actionData)
  const problemOfForm = (name: string) => (submittedValues(problem)?.get('intent') === name ? problem : null)
  const isShownInDialog = isLeaving && problemOfForm('leave') !== null
  const message = isShownInDialog
    ? null
    : (formMessage(problem) ?? (problem ? null : loaderData.googleProblem))
  return (
    <>
      <h1>{texts.profileSettings.heading}</h1>
      <p className="subtitle">{texts.profileSettings.subtitle}</p>
      <SettingsTabs current="account" />
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <PasswordSection
        isSet={signInMethods.password}
        sendsMail={loaderData.sendsMail}
        problem={problemOfForm('password')}
      />
      {(signInMethods.google || loaderData.offersGoogle) && (
        <GoogleSection methods={signInMethods} isEmailVerified={isEmailVerified} />
      )}
      <SecondFactorSection isOn={loaderData.secondFactor} />
      <Devices devices={devices} />
      <EmailAddress email={email} sendsMail={loaderData.sendsMail} problem={problemOfForm('address')} />
      <PostalAddress saved={loaderData.postalAddress} problem={problemOfForm('postal')} />
      <LetterChoices chosen={letterPreferences} sendsMail={loaderData.sendsMail} />
      <MyData
        personId={loaderData.personId}
        dataExport={loaderData.dataExport}
        sendsMail={loaderData.sendsMail}
        timeZone={timeZone}
      />
      <LeaveClub leaving={leaving} timeZone={timeZone} />
      {isLeaving && leaving.blockers.length === 0 && (
        <LeaveClubDialog
          leaving={leaving}
          sendsMail={loaderData.sendsMail}
          requiredProof={loaderData.requiredProof}
          problem={problemOfForm('leave')}
          timeZone={timeZone}
        />
      )}
    </>
  )
}
