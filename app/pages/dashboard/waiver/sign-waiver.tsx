import { Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { LogoMark } from '#app/components/mark.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePerson } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { readWaiverOf, signWaiver } from '#domain/waivers/waivers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/sign-waiver.ts'
import { SignatureField } from './signature-field.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('signWaiver.signTheWaiver'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    ...(await readWaiverOf(actor, params.id)),
    isOwn: requirePerson(actor).id === params.id,
    hasMail: sendsMail(),
    clubName: club.name,
    timeZone: club.timeZone,
  }),
)

export const action = createAction(
  async ({ actor, params: { id }, page, readForm }: Route.ActionArgs & ActionContext) => {
    const isOwn = requirePerson(actor).id === id
    const { fields } = await readForm()
    const { name } = await signWaiver(
      actor,
      id,
      {
        version: fields.get('version') ?? '',
        signerName: fields.get('signerName') ?? '',
        drawing: fields.get('drawing'),
      },
      page.address,
    )
    return redirectWithToast(isOwn ? '/dashboard' : '/dashboard/waiver', {
      text: isOwn ? t('signWaiver.theWaiverIsSigned') : t('signWaiver.theWaiverOfIs', { name }),
    })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** The waiver on a tablet at the desk, or on the member's own device. */
export default function SignWaiver({ loaderData, actionData }: Route.ComponentProps) {
  const { waiver, member, signature, isOwn, hasMail, clubName, timeZone } = loaderData
  const problem = problemOf(actionData)
  const back = isOwn ? '/dashboard' : '/dashboard/waiver'
  return (
    <main className="tablet-sheet" id="content">
      <header className="tablet-top">
        <Link className="brand" to={back}>
          <LogoMark />
          {clubName}
        </Link>
        {waiver && (
          <span className="note">
            {t('signWaiver.version', {
              version: waiver.version,
              createdAt: formatDate(waiver.createdAt, timeZone),
            })}
          </span>
        )}
      </header>
      <h1 className="display h-section">{t('signWaiver.waiver')}</h1>
      <p className="lead anywhere">
        {t('signWaiver.for')}
        <b>{member.name}</b>
        {member.birthDate && t('signWaiver.born', { birthDate: formatDate(member.birthDate, 'UTC') })}.
      </p>
      {!waiver && <p className="above-5">{t('signWaiver.theClubHasNo')}</p>}
      {waiver && (
        <div className="agreement-words">
          {waiver.words.split(/\n+/).map((paragraph) => (
            <p key={paragraph} className="anywhere">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {waiver && signature && (
        <div className="stack">
          <p>
            {t('signWaiver.signedByOn', {
              signerName: signature.signerName,
              signedAt: formatDate(signature.signedAt, timeZone),
            })}
          </p>
          <div className="button-row">
            <LinkButton reloadDocument to={`/dashboard/sign/${member.id}/${signature.version}.pdf`}>
              {t('signWaiver.saveAsPdf')}
            </LinkButton>
          </div>
        </div>
      )}
      {waiver && !signature && (
        <CheckedForm problem={problem} className="stack">
          <input type="hidden" name="version" value={waiver.version} />
          <SignatureField name="drawing" />
          <TextField
            label={member.isChild ? t('signWaiver.yourNameAsA') : t('form.yourName')}
            name="signerName"
            maxLength={bounds.personName.most}
            autoComplete="off"
            defaultValue={submittedValues(problem)?.get('signerName') ?? ''}
            error={fieldMessages(problem).signerName}
          />
          <Button variant="primary">{t('signWaiver.iAgreeSignIt')}</Button>
          {hasMail && <p className="note">{t('signWaiver.aCopyGoesTo')}</p>}
        </CheckedForm>
      )}
    </main>
  )
}
