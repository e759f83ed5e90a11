import { Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { can } from '#domain/permissions.ts'
import { waiverSteps } from '#domain/waivers/health-questions.rules.ts'
import {
  readWaiverOverview,
  setWaiverStep,
  writeWaiver,
  type Unsigned,
} from '#domain/waivers/waivers.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/waiver.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('waiver.waiver'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readWaiverOverview(actor)),
  mayWrite: can(requirePermission(actor, 'waivers.collect'), 'waivers.write'),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'waivers.write')
  const { fields } = await readForm()
  if (readIntent(fields, ['write', 'step']) === 'step') {
    await setWaiverStep(actor, fields.get('step') ?? '')
    return redirectWithToast('/dashboard/waiver', { text: t('waiver.saved') })
  }
  const { version } = await writeWaiver(actor, {
    words: fields.get('words') ?? '',
    questions: fields.get('questions') ?? '',
  })
  return redirectWithToast('/dashboard/waiver', { text: t('waiver.versionCountsFromNow', { version }) })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The text of the waiver, and the members who have not signed it. */
export default function WaiverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiver, neededBefore, signed, members, unsigned, mayWrite, timeZone } = loaderData
  const problem = problemOf(actionData)
  const today = unsigned.filter(({ isToday }) => isToday)
  const others = unsigned.filter(({ isToday }) => !isToday)
  return (
    <>
      <h1>{t('waiver.waiver')}</h1>
      <p className="subtitle">
        {waiver
          ? t('waiver.versionSinceOfMember', {
              version: waiver.version,
              createdAt: formatDate(waiver.createdAt, timeZone),
              signed,
              members,
            })
          : t('waiver.aTextThatMembers')}
      </p>
      {waiver && unsigned.length === 0 && (
        <div className="above-5">
          <EmptyState heading={t('waiver.everybodyHasSigned')}>{t('waiver.newMembersAreAsked')}</EmptyState>
        </div>
      )}
      <UnsignedList heading={t('waiver.notSignedComingToday')} unsigned={today} timeZone={timeZone} />
      <UnsignedList heading={t('waiver.notSignedOthers')} unsigned={others} timeZone={timeZone} />
      {mayWrite && waiver && (
        <section className="panel">
          <header>
            <h2>{t('waiver.neededBefore')}</h2>
          </header>
          <CheckedForm className="stack tight" key={neededBefore} problem={null}>
            <HiddenFields values={{ intent: 'step' }} />
            <SelectField
              label={t('waiver.theClubNeedsIt')}
              name="step"
              defaultValue={neededBefore}
              options={waiverSteps.map((value) => ({ value, label: stepNames()[value] }))}
              hint={t('waiver.whoHasNotSigned')}
            />
            <div className="button-row">
              <Button>{t('waiver.save')}</Button>
            </div>
          </CheckedForm>
        </section>
      )}
      {mayWrite && (
        <section className="panel">
          <header>
            <h2>{waiver ? t('waiver.newVersion') : t('waiver.theText')}</h2>
            <span className="note">{waiver && t('waiver.everybodySignsItAnew')}</span>
          </header>
          <CheckedForm problem={problem} className="stack tight" key={waiver?.version ?? 0}>
            <HiddenFields values={{ intent: 'write' }} />
            <TextArea
              label={t('waiver.text')}
              name="words"
              rows={12}
              maxLength={bounds.waiver.most}
              hint={t('waiver.aLawyersWorkNothing')}
              defaultValue={submittedValues(problem)?.get('words') ?? waiver?.words ?? ''}
              error={fieldMessages(problem).words}
            />
            <TextArea
              label={t('waiver.healthQuestions')}
              aside={t('contactDetails.optional')}
              name="questions"
              rows={5}
              maxLength={bounds.healthQuestions.most}
              hint={t('waiver.oneALine')}
              defaultValue={submittedValues(problem)?.get('questions') ?? waiver?.questions ?? ''}
              error={fieldMessages(problem).questions}
            />
            <div className="button-row">
              <Button variant={waiver ? undefined : 'primary'}>{t('waiver.useThisText')}</Button>
            </div>
          </CheckedForm>
        </section>
      )}
    </>
  )
}

const stepNames = () => ({
  nothing: t('waiver.nothing'),
  visit: t('waiver.theFirstVisit'),
  purchase: t('waiver.aPurchase'),
  'sign-up': t('waiver.signUp'),
})

type ListProps = { heading: string; unsigned: Unsigned[]; timeZone: string }

function UnsignedList({ heading, unsigned, timeZone }: ListProps) {
  if (unsigned.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        <span className="note">{t('waiver.person', { count: unsigned.length })}</span>
      </header>
      <ul className="todo">
        {unsigned.map(({ id, name, isChild, lastVersion, hasEmail, comesAt }) => (
          <li key={id}>
            <div>
              <Link className="anywhere" to={`/dashboard/members/${id}`}>
                {name}
              </Link>
              <p>
                {[
                  lastVersion === null
                    ? t('waiver.neverSigned')
                    : t('waiver.hadSignedVersion', { lastVersion }),
                  isChild && t('waiver.aGuardianSigns'),
                  !hasEmail && t('waiver.noEmail'),
                  comesAt
                    ? `${formatDate(comesAt, timeZone)}, ${formatTime(comesAt, timeZone)}`
                    : t('waiver.nothingBooked'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <div className="button-row push-end">
              <LinkButton small to={`/dashboard/sign/${id}`}>
                {t('waiver.signItHere')}
                <span className="visually-hidden">, {name}</span>
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
