import { ArrowLeft } from 'lucide'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { createClaimCode, requireInviter, sendClaimLetter } from '#domain/members/claims.server.ts'
import { can } from '#domain/permissions.ts'
import { formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { settings } from '#platform/settings/env.ts'
import type { Route } from './+types/claim-code.ts'

const heading = () => t('claimCode.aSignInOf')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = await requireInviter(actor, params.id)
    const isStaff = can(person, 'members.invite')
    return { id: params.id, isStaff, hasMail: isStaff && sendsMail(), timeZone: club.timeZone }
  },
)

export const action = createAction(
  async ({ actor, params: { id }, page, readForm }: Route.ActionArgs & ActionContext) => {
    await requireInviter(actor, id)
    const { fields } = await readForm()
    if (readIntent(fields, ['code', 'letter']) === 'letter') {
      const { email } = await sendClaimLetter(actor, id, page.address)
      return redirectWithToast(`/dashboard/members/${id}`, { text: t('claimCode.aLinkIsOn', { email }) })
    }
    const { path, until } = await createClaimCode(actor, id)
    return { address: settings.publicUrl + path, until }
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** Shows a member a code with which they choose a sign-in on their own phone, or sends a link. */
export default function ClaimCode({
  loaderData: { id, isStaff, hasMail, timeZone },
  actionData,
}: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const message = formMessage(problemOf(actionData))
  const code = actionData && 'address' in actionData ? actionData : null
  return (
    <>
      <Link className="show back" to={isStaff ? `/dashboard/members/${id}` : '/dashboard/family'}>
        <Icon of={ArrowLeft} />
        {t('claimCode.back')}
      </Link>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('claimCode.theyChooseHowThey')}</p>
      {message && <FormError>{message}</FormError>}
      {code && (
        <section className="panel">
          <QrCode text={code.address} name={t('claimCode.codeForTheirCamera')} />
          <p className="anywhere above-3">{code.address}</p>
          <p className="note">
            {t('claimCode.itWorksOnceUntil', { until: formatTime(code.until, timeZone) })}
          </p>
        </section>
      )}
      <Form method="post" className="button-row above-6">
        <Button variant="primary" name="intent" value="code" pending={pending}>
          {code ? t('claimCode.showANewCode') : t('claimCode.showACode')}
        </Button>
        {hasMail && (
          <Button name="intent" value="letter">
            {t('claimCode.sendALinkBy')}
          </Button>
        )}
      </Form>
    </>
  )
}
