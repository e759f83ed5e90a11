import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  findHealthRecord,
  readHealthAnswers,
  withdrawHealthConsent,
} from '#domain/waivers/health-answers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/health-answers.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('health.answersAboutHealth'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    ...(await findHealthRecord(actor, params.id)),
    timeZone: club.timeZone,
  }),
)

export const action = createAction(
  async ({ actor, params: { id }, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    // a look is written down, so it is a request of its own
    if (readIntent(fields, ['show', 'withdraw']) === 'show') return readHealthAnswers(actor, id)
    await withdrawHealthConsent(actor, id)
    return redirectWithToast(`/dashboard/healthAnswers/${id}`, { text: t('health.theAnswersAreDeleted') })
  },
)

/** What a person answered about their health, shown on request. */
export default function HealthAnswersPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { viewer } = useLayoutProps()
  const { name, isOwn, answeredAt, hasBloodGroup, timeZone } = loaderData
  const shown = actionData && 'answers' in actionData ? actionData : null
  return (
    <>
      {!isOwn && (
        <BackLink to={`/dashboard/${viewer?.role === 'trainer' ? 'trainee' : 'members'}/${params.id}`}>
          {name}
        </BackLink>
      )}
      <h1>{t('health.answersAboutHealth')}</h1>
      <p className="subtitle anywhere">
        {name}.{' '}
        {answeredAt
          ? t('health.answeredOn', { day: formatDate(answeredAt, timeZone) })
          : t('health.noAnswers')}
      </p>
      {(answeredAt !== null || hasBloodGroup) && (
        <section className="panel">
          {shown ? (
            <>
              <dl className="health-answers">
                {shown.bloodGroup && (
                  <div>
                    <dt>{t('profileForm.bloodGroup')}</dt>
                    <dd>
                      <b>{shown.bloodGroup}</b>
                    </dd>
                  </div>
                )}
                {shown.answers.map(({ question, yes }) => (
                  <div key={question}>
                    <dt className="anywhere">{question}</dt>
                    <dd>{yes ? <b>{t('health.yes')}</b> : t('health.no')}</dd>
                  </div>
                ))}
              </dl>
              {shown.details !== '' && <p className="above-3 as-written anywhere">{shown.details}</p>}
              {shown.consent !== '' && <p className="note above-3">{shown.consent}</p>}
            </>
          ) : (
            <Form method="post" className="stack tight">
              <HiddenFields values={{ intent: 'show' }} />
              {!isOwn && <p className="note">{t('health.eachLookIsWrittenDown')}</p>}
              <div className="button-row">
                <Button variant="primary">{t('health.showTheAnswers')}</Button>
              </div>
            </Form>
          )}
          {isOwn && answeredAt && (
            <Form method="post" className="above-5">
              <HiddenFields values={{ intent: 'withdraw' }} />
              <p className="note">{t('health.withdrawingDeletes')}</p>
              <div className="button-row above-3">
                <Button>{t('health.withdrawTheConsent')}</Button>
              </div>
            </Form>
          )}
        </section>
      )}
    </>
  )
}
