import { Form, redirect } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast, setFlash } from '#app/frame/toast-cookie.server.ts'
import { readDeviceToken, serializeDeviceToken } from '#app/pages/dashboard/arrivals/device-cookie.server.ts'
import { useRevokedDevice } from '#app/pages/dashboard/arrivals/offline-desk.ts'
import { bounds } from '#domain/bounds.ts'
import { listDevices, registerDevice, revokeDevice } from '#domain/visits/club-devices.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/devices.ts'

const heading = () => t('menu.devicesOfTheClub')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    devices: await listDevices(actor, await readDeviceToken(request)),
    timeZone: club.timeZone,
  }),
)

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  if (readIntent(fields, ['register', 'revoke']) === 'revoke') {
    await revokeDevice(actor, fields.get('id') ?? '')
    return redirectWithToast('/dashboard/devices', { text: t('devices.revoked') })
  }
  const former = await readDeviceToken(request)
  const { token } = await registerDevice(actor, { name: fields.get('name') ?? '' }, former)
  const headers = new Headers({ 'Set-Cookie': await serializeDeviceToken(token) })
  headers.append('Set-Cookie', await setFlash({ text: t('devices.registered') }))
  return redirect('/dashboard/devices', { headers })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The browsers at the desk that open it without a connection. */
export default function Devices({ loaderData: { devices, timeZone }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const isDevice = devices.some(({ isCurrent }) => isCurrent)
  useRevokedDevice(isDevice)
  return (
    <>
      <BackLink to="/dashboard/club">{t('menu.clubSettings')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('devices.whatTheyDo')}</p>
      {!isDevice && (
        <CheckedForm className="search-form device-form" method="post" problem={problem}>
          <HiddenFields values={{ intent: 'register' }} />
          <TextField
            label={t('form.name')}
            name="name"
            maxLength={bounds.deviceName.most}
            defaultValue={submittedValues(problem)?.get('name') ?? undefined}
            error={fieldMessages(problem).name}
          />
          <Button variant="primary">{t('devices.registerThisBrowser')}</Button>
        </CheckedForm>
      )}
      <section className="panel">
        <header>
          <h2>{t('devices.registeredOnes')}</h2>
        </header>
        {devices.length === 0 ? (
          <EmptyState heading={t('devices.noneYet')} headingLevel={3}>
            {t('devices.registerAtTheDesk')}
          </EmptyState>
        ) : (
          <ul className="todo">
            {devices.map(({ id, name, seenAt, isCurrent }) => (
              <li key={id}>
                <div>
                  <b>{name}</b>
                  <p>
                    {isCurrent && `${t('devices.thisBrowser')} `}
                    {t('devices.lastSeen', {
                      day: formatDate(seenAt, timeZone),
                      time: formatTime(seenAt, timeZone),
                    })}
                  </p>
                </div>
                <Form className="button-row" method="post">
                  <HiddenFields values={{ intent: 'revoke', id }} />
                  <button className="row-link">
                    {t('devices.revoke')}
                    <span className="visually-hidden">: {name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
