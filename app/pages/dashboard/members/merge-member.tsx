import { ArrowLeft } from 'lucide'
import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { mergeMembers, previewMerge, type MergeSide } from '#domain/personal-data/merge-members.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/merge-member.ts'

const heading = () => t('mergeMember.mergeTwoRecords')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    ...(await previewMerge(actor, params.id, new URL(request.url).searchParams.get('with'))),
    timeZone: club.timeZone,
  }),
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'members.merge')
  const { fields } = await readForm()
  const { name } = await mergeMembers(actor, params.id, fields.get('with') ?? '')
  return redirectWithToast(`/dashboard/members/${params.id}`, {
    text: t('mergeMember.hasOneRecordNow', { name }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Chooses a second record of a person and moves everything of it to the first. */
export default function MergeMember({ loaderData, actionData }: Route.ComponentProps) {
  const { kept, other, similar, refusal, timeZone } = loaderData
  const pending = useNavigation().formMethod === 'POST'
  const message = formMessage(problemOf(actionData)) ?? refusal
  return (
    <>
      <Link className="show back" to={`/dashboard/members/${kept.id}`}>
        <Icon of={ArrowLeft} />
        {kept.name}
      </Link>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('mergeMember.hoursPaymentsReceiptsNotes')}</p>
      {message && <FormError>{message}</FormError>}
      {other ? (
        <>
          <Compared kept={kept} other={other} timeZone={timeZone} />
          <Form method="post" className="button-row above-6">
            <input type="hidden" name="with" value={other.id} />
            {refusal === null && (
              <Button variant="primary" pending={pending}>
                {t('mergeMember.mergeThem')}
              </Button>
            )}
            <LinkButton to={`/dashboard/mergeMember/${other.id}?with=${kept.id}`}>
              {t('mergeMember.theOtherWayRound')}
            </LinkButton>
            <LinkButton to="?">{t('mergeMember.chooseAnother')}</LinkButton>
          </Form>
        </>
      ) : similar.length === 0 ? (
        <p className="above-6">{t('mergeMember.nobodyElseHasThis')}</p>
      ) : (
        <ul className="todo above-6">
          {similar.map(({ id, name, telephone, email }) => (
            <li key={id}>
              <div>
                <b className="anywhere">{name}</b>
                <p className="anywhere">{[telephone, email].filter(Boolean).join(', ')}</p>
              </div>
              <LinkButton small to={`?with=${id}`}>
                {t('mergeMember.compare')}
                <span className="visually-hidden">{t('mergeMember.with', { name })}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Fact = { name: string; kept: string; other: string; isKept: boolean }

/** Both records fact by fact; what is printed strong stays, or is added up. */
function Compared({ kept, other, timeZone }: { kept: MergeSide; other: MergeSide; timeZone: string }) {
  const fact = (name: string, of: (side: MergeSide) => string, isKept = of(kept) !== ''): Fact => ({
    name,
    kept: of(kept),
    other: of(other),
    isKept: isKept || of(other) === '',
  })
  const facts = [
    fact(t('form.name'), ({ name }) => name),
    fact(
      t('form.email'),
      ({ email }) => email ?? '',
      kept.email !== null && (kept.hasSignIn || !other.hasSignIn),
    ),
    fact(t('newMember.telephone'), ({ telephone }) => telephone),
    fact(t('newMember.born'), ({ birthDate }) => (birthDate === null ? '' : formatDate(birthDate, 'UTC'))),
    fact(t('mergeMember.emergency'), ({ emergencyContact }) => emergencyContact),
    fact(t('newMember.memberNumber'), ({ memberNumber }) => memberNumber),
    fact(t('mergeMember.signIn'), ({ hasSignIn }) => (hasSignIn ? t('mergeMember.hasASignIn') : '')),
    fact(
      t('mergeMember.since'),
      ({ createdAt }) => formatDate(createdAt, timeZone),
      kept.createdAt <= other.createdAt,
    ),
  ]
  const counts = (['payments', 'dates', 'signatures', 'notes'] as const).map((kind) => ({
    name: t('mergeMember.count', { kind }),
    sum: `${kept[kind]} + ${other[kind]}`,
  }))
  const value = (words: string, stays: boolean) => {
    if (words === '') return <span className="note">{t('mergeMember.none')}</span>
    return stays ? <b className="anywhere">{words}</b> : <span className="anywhere">{words}</span>
  }
  return (
    <>
      <section className="panel">
        <Table
          caption={heading()}
          columns={[
            { name: t('mergeMember.fact'), place: 'name', look: 'first', cell: ({ name }: Fact) => name },
            {
              name: t('mergeMember.stays'),
              place: 'says',
              labelled: true,
              cell: (each) => value(each.kept, each.isKept),
            },
            {
              name: t('mergeMember.goesIntoIt'),
              place: 'adds',
              labelled: true,
              cell: (each) => value(each.other, !each.isKept),
            },
          ]}
          rows={facts}
          keyOf={({ name }) => name}
        />
      </section>
      <section className="panel">
        <header>
          <h2>{t('mergeMember.comesTogether')}</h2>
        </header>
        <dl className="desk-sums">
          {counts.map(({ name, sum }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{sum}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
