import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import {
  fieldMessages,
  formMessage,
  problemOf,
  submittedValues,
  type Problem,
} from '#app/forms/form-problem.ts'
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
import { DayRangeFields } from '#app/pages/dashboard/absences/day-range-fields.tsx'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import {
  endUnpaidMembership,
  forgiveRenewal,
  listFailedRenewals,
  type FailedRenewal,
} from '#domain/memberships/failed-renewals.server.ts'
import {
  listMemberships,
  readMembershipFigures,
  type MembershipFigures,
  type RunningMembership,
} from '#domain/memberships/office.server.ts'
import { pauseFor } from '#domain/memberships/pauses.server.ts'
import { formatPrices } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/memberships.ts'

const heading = () => t('menu.memberships')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const [figures, failed, memberships] = await Promise.all([
    readMembershipFigures(actor),
    listFailedRenewals(actor),
    listMemberships(actor),
  ])
  return { figures, failed, memberships, timeZone: page.club.timeZone }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'memberships.manage')
  const { fields } = await readForm()
  return redirectWithToast('/dashboard/memberships', { text: await runIntent(actor, fields) })
})

async function runIntent(actor: LoaderContext['actor'], fields: URLSearchParams): Promise<string> {
  const field = (name: string) => fields.get(name) ?? ''
  switch (readIntent(fields, ['take-cash', 'forgive', 'end', 'pause'])) {
    case 'take-cash':
      await takeOrderPayment(actor, field('orderId'), { method: 'cash' })
      return t('memberships.paidInCash')
    case 'forgive':
      await forgiveRenewal(actor, field('orderId'), { reason: field('reason') })
      return t('memberships.forgiven')
    case 'end':
      await endUnpaidMembership(actor, field('orderId'))
      return t('memberships.ended')
    case 'pause': {
      const days = { fromDay: field('fromDay'), untilDay: field('untilDay') }
      const { untilDay } = await pauseFor(actor, field('memberId'), days)
      return t('memberships.pausedUntil', { day: formatDay(untilDay) })
    }
  }
}

export { clientAction } from '#app/forms/client-action.ts'

export default function Memberships({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, failed, memberships, timeZone } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  return (
    <>
      <h1>{heading()}</h1>
      {message && <FormError>{message}</FormError>}
      <Figures figures={figures} />
      <FailedRenewals failed={failed} timeZone={timeZone} problem={problem} />
      <Running memberships={memberships} timeZone={timeZone} />
      {memberships.length > 0 && <PauseForMember memberships={memberships} problem={problem} />}
    </>
  )
}

function Figures({ figures }: { figures: MembershipFigures }) {
  const { running, paused, ending, gained, lost, monthlyCents, owedCents, currency } = figures
  const lines = [
    { name: t('memberships.runningOfThem', { paused, ending }), text: String(running) },
    { name: t('memberships.gainedAndLost'), text: `+${gained} −${lost}` },
    { name: t('memberships.recurring'), text: formatMoneyWithCents(monthlyCents, currency) },
    { name: t('memberships.owed'), text: formatMoneyWithCents(owedCents, currency) },
  ]
  return (
    <dl className="desk-sums above-5">
      {lines.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type FailedProps = { failed: FailedRenewal[]; timeZone: string; problem: Problem | null }

function FailedRenewals({ failed, timeZone, problem }: FailedProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t('memberships.notPaid')}</h2>
        <span className="note">{t('memberships.periods', { count: failed.length })}</span>
      </header>
      {failed.length === 0 ? (
        <EmptyState heading={t('memberships.everyPeriodIsPaid')}>
          {t('memberships.aFailedRenewal')}
        </EmptyState>
      ) : (
        <ul className="todo">
          {failed.map((renewal) => (
            <li key={renewal.orderId}>
              <div>
                <b>
                  <MemberLink {...renewal} />, {formatMoneyWithCents(renewal.amountCents, renewal.currency)}
                </b>
                <p>
                  {renewal.title}. {chargeOf(renewal, timeZone)}{' '}
                  {renewal.processingSince === null &&
                    t('memberships.orItEnds', { day: formatDate(renewal.payBy, timeZone) })}
                </p>
                {renewal.lastFailure && <BankWords words={renewal.lastFailure} />}
                {renewal.processingSince === null && <Forgive renewal={renewal} problem={problem} />}
              </div>
              {renewal.processingSince === null && <TakeCash renewal={renewal} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const BankWords = ({ words }: { words: string }) => (
  <p>
    {t('memberships.itsBank')} <q>{words}</q>
  </p>
)

function chargeOf(
  { tries, nextTryAt, processingSince, isTakenBack }: FailedRenewal,
  timeZone: string,
): string {
  if (processingSince !== null)
    return t('memberships.onItsWay', { day: formatDate(processingSince, timeZone) })
  if (isTakenBack) return t('memberships.takenBack')
  if (tries === 0) return t('memberships.aBill')
  return nextTryAt
    ? t('memberships.triesAndNext', { tries, day: formatDate(nextTryAt, timeZone) })
    : t('memberships.triesOnly', { tries })
}

const TakeCash = ({ renewal: { orderId, name } }: { renewal: FailedRenewal }) => (
  <Form method="post" className="push-end" preventScrollReset>
    <HiddenFields values={{ orderId }} />
    <Button small name="intent" value="take-cash" aria-label={t('memberships.paidInCashBy', { name })}>
      {t('memberships.cash')}
    </Button>
  </Form>
)

/** Two other ways out, which open without scripts. */
function Forgive({
  renewal: { orderId, name },
  problem,
}: {
  renewal: FailedRenewal
  problem: Problem | null
}) {
  const isOwn = submittedValues(problem)?.get('orderId') === orderId
  const own = isOwn ? problem : null
  return (
    <details open={isOwn}>
      <summary className="text-button">
        {t('memberships.forgiveOrEnd')}
        <span className="visually-hidden">{t('memberships.of', { name })}</span>
      </summary>
      <CheckedForm problem={own} message={null} className="stack tight above-3" preventScrollReset>
        <HiddenFields values={{ orderId, intent: 'forgive' }} />
        <TextField
          label={t('memberships.why')}
          name="reason"
          aside={t('memberships.theMemberSeesIt')}
          maxLength={bounds.discountReason.most}
          error={fieldMessages(own).reason}
        />
        <div className="button-row">
          <Button small>{t('memberships.forgiveThePeriod')}</Button>
        </div>
      </CheckedForm>
      <Form method="post" className="above-3" preventScrollReset>
        <HiddenFields values={{ orderId, intent: 'end' }} />
        <p>{t('memberships.endingMeans')}</p>
        <Button small variant="danger">
          {t('memberships.endIt')}
        </Button>
      </Form>
    </details>
  )
}

const MemberLink = ({ memberId, name }: { memberId: string; name: string }) => (
  <Link to={`/dashboard/members/${memberId}`}>{name}</Link>
)

function Running({ memberships, timeZone }: { memberships: RunningMembership[]; timeZone: string }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('memberships.running')}</h2>
      </header>
      {memberships.length === 0 ? (
        <EmptyState heading={t('memberships.noneYet')}>{t('memberships.soldFrom')}</EmptyState>
      ) : (
        <Table
          caption={t('memberships.running')}
          rows={memberships}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t('memberships.member'),
              place: 'name',
              look: 'strong',
              cell: (each) => <MemberLink {...each} />,
            },
            { name: t('memberships.membership'), place: 'under', cell: ({ title }) => title },
            {
              name: t('memberships.state'),
              place: 'says',
              cell: (each) => <State membership={each} timeZone={timeZone} />,
            },
            {
              name: t('memberships.price'),
              place: 'number',
              look: 'right',
              cell: (each) => formatPrices({ kind: 'membership', ...each }, null),
            },
          ]}
        />
      )}
    </section>
  )
}

function State({ membership, timeZone }: { membership: RunningMembership; timeZone: string }) {
  const { endsAt, isPaused, isUnpaid, paidUntil } = membership
  if (endsAt)
    return <StatusDot kind="quiet">{t('memberships.ends', { day: formatDate(endsAt, timeZone) })}</StatusDot>
  if (isUnpaid)
    return (
      <StatusDot kind="held">
        {t('memberships.notPaidSince', { day: formatDate(paidUntil, timeZone) })}
      </StatusDot>
    )
  if (isPaused) return <StatusDot kind="held">{t('memberships.paused')}</StatusDot>
  return (
    <StatusDot kind="on">{t('memberships.paidUntil', { day: formatDate(paidUntil, timeZone) })}</StatusDot>
  )
}

type PauseProps = { memberships: RunningMembership[]; problem: Problem | null }

function PauseForMember({ memberships, problem }: PauseProps) {
  const typed = submittedValues(problem)
  return (
    <section className="panel">
      <header>
        <h2>{t('memberships.pauseForAMember')}</h2>
        <span className="note">{t('memberships.pauseMeans')}</span>
      </header>
      <CheckedForm key={typed?.toString() ?? ''} problem={problem} message={null} className="stack">
        <SelectField
          label={t('memberships.member')}
          name="memberId"
          defaultValue={typed?.get('memberId') ?? ''}
          required
          options={[
            { value: '', label: t('memberships.chooseAMember') },
            ...memberships.map(({ memberId, name }) => ({ value: memberId, label: name })),
          ]}
          error={fieldMessages(problem).memberId}
        />
        <DayRangeFields
          labels={[t('pause.from'), t('pause.untilIncluding')]}
          query={{ fromDay: typed?.get('fromDay') ?? '', untilDay: typed?.get('untilDay') ?? '' }}
          errors={fieldMessages(problem)}
        />
        <div className="button-row">
          <Button name="intent" value="pause">
            {t('memberships.pauseIt')}
          </Button>
        </div>
      </CheckedForm>
    </section>
  )
}
