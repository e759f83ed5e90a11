import { Form, useNavigation } from 'react-router'
import {
  planPriceChange,
  rehearsePriceChange,
  takeBackPriceChange,
  type AffectedMember,
  type PriceChange,
} from '#domain/memberships/price-changes.server.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { priceNoticeDays } from '#domain/memberships/memberships.rules.ts'
import { priceUnit } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/price-change.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Move members to this version')

export const loader = createLoader(
  async ({ actor, params, page, request }: Route.LoaderArgs & LoaderContext) => {
    const fromDay = new URL(request.url).searchParams.get('fromDay')
    const earliest = await rehearsePriceChange(actor, params.id, null)
    const { result, problem } =
      fromDay === null
        ? { result: earliest, problem: null }
        : await resultOrProblem(rehearsePriceChange(actor, params.id, { fromDay }))
    return { change: result ?? earliest, problem, fromDay, timeZone: page.club.timeZone }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['plan', 'take-back'])
  const people = await (intent === 'plan'
    ? planPriceChange(actor, params.id, { fromDay: fields.get('fromDay') ?? '' })
    : takeBackPriceChange(actor, params.id))
  const letters = formatCount(people, 'letter is', 'letters are')
  return redirectWithToast(`/dashboard/offers/${params.id}/move`, {
    text: intent === 'plan' ? `Planned. ${letters} on the way.` : `Taken back. ${letters} on the way.`,
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function PriceChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { change, fromDay, timeZone } = loaderData
  const { offer, earliestDay, members } = change
  const problem = problemOf(actionData) ?? loaderData.problem
  const message = formMessage(problem)
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  return (
    <>
      <BackLink to={`/dashboard/offers/${offer.id}`}>{offer.title}</BackLink>
      <h1>Move members to {price}</h1>
      <p className="subtitle">A rehearsal: nothing changes and no letter is sent until you plan it.</p>
      {message && <FormError>{message}</FormError>}
      {members.length === 0 ? (
        <section className="panel">
          <EmptyState heading="Nobody to move">
            Everybody who has this membership pays its newest version.
          </EmptyState>
        </section>
      ) : (
        <>
          <CheckedForm problem={problem} message={null} method="get" className="stack above-6">
            <TextField
              label="From"
              name="fromDay"
              type="date"
              defaultValue={fromDay ?? change.fromDay}
              error={fieldMessages(problem).fromDay}
              hint={`The earliest day is ${formatDay(earliestDay)}: members are told at least ${priceNoticeDays} days before, and pay the new price with their first period after it.`}
              required
            />
            <div className="button-row">
              <Button small>Rehearse</Button>
            </div>
          </CheckedForm>
          <WhatItBrings change={change} />
          <Members
            members={members}
            currency={offer.currency}
            timeZone={timeZone}
            priceCents={offer.priceCents}
          />
          <Plan change={change} />
        </>
      )}
    </>
  )
}

function WhatItBrings({ change: { offer, members, oldCents, newCents, mayLeave } }: { change: PriceChange }) {
  const money = (cents: number) => formatMoneyWithCents(cents, offer.currency)
  const people = members.filter(({ leavesBefore }) => !leavesBefore).length
  const difference = newCents - oldCents
  return (
    <section className="panel">
      <header>
        <h2>What it brings</h2>
        <span className="note">{priceUnit(offer)}</span>
      </header>
      <dl className="tabular">
        <div>
          <dt>Today</dt>
          <dd>
            {money(oldCents)} from {formatCount(people, 'member', 'members')}
          </dd>
        </div>
        <div>
          <dt>If nobody leaves</dt>
          <dd>
            {money(newCents)}, {difference < 0 ? 'less by' : 'more by'} {money(Math.abs(difference))}
          </dd>
        </div>
        {mayLeave !== null && (
          <div>
            <dt>It pays while</dt>
            <dd>
              at most {mayLeave} of {people} leave
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

type MembersProps = { members: AffectedMember[]; currency: string; timeZone: string; priceCents: number }

const Members = ({ members, currency, timeZone, priceCents }: MembersProps) => (
  <section className="panel">
    <header>
      <h2>Who would pay what</h2>
      <span className="note">{formatCount(members.length, 'person', 'people')}</span>
    </header>
    <Table
      caption="Who would pay what"
      rows={members}
      keyOf={({ membershipId }) => membershipId}
      columns={[
        { name: 'Member', place: 'name', look: 'strong', cell: ({ name }) => name },
        { name: 'Told', place: 'says', cell: (member) => <Told member={member} timeZone={timeZone} /> },
        {
          name: 'First period',
          place: 'under',
          cell: ({ from, isUnreachable, leavesBefore }) =>
            isUnreachable || leavesBefore ? 'none' : formatDate(from, timeZone),
        },
        {
          name: 'Today',
          place: 'number',
          look: 'right',
          cell: ({ oldCents }) => formatMoneyWithCents(oldCents, currency),
        },
        {
          name: 'Then',
          place: 'number',
          look: 'right',
          cell: ({ oldCents, isUnreachable, leavesBefore }) =>
            leavesBefore ? '–' : formatMoneyWithCents(isUnreachable ? oldCents : priceCents, currency),
        },
      ]}
    />
  </section>
)

function Told({
  member: { toldAt, isUnreachable, leavesBefore },
  timeZone,
}: {
  member: AffectedMember
  timeZone: string
}) {
  if (leavesBefore) return <StatusDot kind="quiet">leaves before</StatusDot>
  if (toldAt) return <StatusDot kind="on">on {formatDate(toldAt, timeZone)}</StatusDot>
  return isUnreachable ? (
    <StatusDot kind="bad">no letter reaches them, the price stays</StatusDot>
  ) : (
    'by letter'
  )
}

function Plan({ change: { members, fromDay } }: { change: PriceChange }) {
  const pending = useNavigation().formMethod === 'POST'
  const toTell = members.filter(
    (member) => !member.toldAt && !member.isUnreachable && !member.leavesBefore,
  ).length
  const planned = members.filter(({ toldAt }) => toldAt).length
  return (
    <Form method="post" className="above-6">
      <HiddenFields values={{ fromDay }} />
      <p>
        Each letter names the old and the new price, the day, and a link that ends the membership before it.
        Nobody pays more without 30 days of notice: the database refuses it.
      </p>
      <div className="button-row">
        {toTell > 0 && (
          <Button variant="primary" name="intent" value="plan" pending={pending}>
            Plan it, send {formatCount(toTell, 'letter', 'letters')}
          </Button>
        )}
        {planned > 0 && (
          <Button name="intent" value="take-back" pending={pending}>
            Take it back for {formatCount(planned, 'member', 'members')}
          </Button>
        )}
      </div>
    </Form>
  )
}
