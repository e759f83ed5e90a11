import { Form, redirect, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
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
import { TermList } from '#app/pages/offers/term-list.tsx'
import { priceNoticeDays } from '#domain/memberships/memberships.rules.ts'
import {
  planPriceChange,
  rehearsePriceChange,
  takeBackPriceChange,
  type AffectedMember,
  type PriceChange,
} from '#domain/memberships/price-changes.server.ts'
import { priceUnit } from '#domain/offers/offers.rules.ts'
import { findNewestVersion } from '#domain/offers/offers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/price-change.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('priceChange.moveMembersToThis'))

export const loader = createLoader(
  async ({ actor, params, page, request }: Route.LoaderArgs & LoaderContext) => {
    const newestId = await findNewestVersion(actor, params.id)
    if (newestId !== params.id) throw redirect(`/dashboard/offers/${newestId}/move`)
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
  const letters = t('priceChange.letterIs', { people })
  return redirectWithToast(`/dashboard/offers/${params.id}/move`, {
    text:
      intent === 'plan'
        ? t('priceChange.plannedOnTheWay', { letters })
        : t('priceChange.takenBackOnThe', { letters }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function PriceChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { change, fromDay, timeZone } = loaderData
  const { offer, earliestDay, members } = change
  const problem = problemOf(actionData) ?? loaderData.problem
  const message = formMessage(problem)
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  const told = members.filter(({ toldAt }) => toldAt).length
  return (
    <>
      <BackLink to={`/dashboard/offers/${offer.id}`}>{offer.title}</BackLink>
      <h1>{t('priceChange.moveMembersTo', { price })}</h1>
      <p className="subtitle">
        {told > 0 ? t('priceChange.planned', { people: told }) : t('priceChange.aRehearsalNothingChanges')}
      </p>
      {message && <FormError>{message}</FormError>}
      {members.length === 0 ? (
        <section className="panel">
          <EmptyState heading={t('priceChange.nobodyToMove')}>
            {t('priceChange.everybodyWhoHasThis')}
          </EmptyState>
        </section>
      ) : (
        <>
          <CheckedForm problem={problem} message={null} method="get" className="stack above-6">
            <DateField
              label={t('priceChange.from')}
              name="fromDay"
              defaultValue={fromDay ?? change.fromDay}
              error={fieldMessages(problem).fromDay}
              hint={t('priceChange.theEarliestDayIs', {
                earliestDay: formatDay(earliestDay),
                priceNoticeDays,
              })}
              required
            />
            <div className="button-row">
              <Button small>{t('priceChange.rehearse')}</Button>
            </div>
          </CheckedForm>
          <WhatItBrings change={change} />
          <Members members={members} currency={offer.currency} timeZone={timeZone} />
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
        <h2>{t('priceChange.whatItBrings')}</h2>
        <span className="note">{priceUnit(offer)}</span>
      </header>
      <TermList
        terms={[
          { name: t('day.today'), text: t('priceChange.fromMember', { money: money(oldCents), people }) },
          {
            name: t('priceChange.ifNobodyLeaves'),
            text: t('priceChange.lessBy', {
              money: money(newCents),
              difference: difference < 0 ? 'yes' : 'no',
              money2: money(Math.abs(difference)),
            }),
          },
          ...(mayLeave === null
            ? []
            : [
                {
                  name: t('priceChange.itPaysWhile'),
                  text: t('priceChange.atMostOfLeave', { mayLeave, people }),
                },
              ]),
        ]}
      />
    </section>
  )
}

type MembersProps = { members: AffectedMember[]; currency: string; timeZone: string }

const Members = ({ members, currency, timeZone }: MembersProps) => (
  <section className="panel">
    <header>
      <h2>{t('priceChange.whoWouldPayWhat')}</h2>
      <span className="note">{t('priceChange.person', { count: members.length })}</span>
    </header>
    <Table
      caption={t('priceChange.whoWouldPayWhat')}
      rows={members}
      keyOf={({ membershipId }) => membershipId}
      columns={[
        { name: t('priceChange.member'), place: 'name', look: 'strong', cell: ({ name }) => name },
        {
          name: t('priceChange.told'),
          place: 'says',
          cell: (member) => <Told member={member} timeZone={timeZone} />,
        },
        {
          name: t('priceChange.firstPeriod'),
          place: 'under',
          cell: ({ from, isUnreachable, leavesBefore }) =>
            isUnreachable || leavesBefore
              ? '–'
              : t('priceChange.fromDay', { day: formatDate(from, timeZone) }),
        },
        {
          name: t('day.today'),
          place: 'tail',
          labelled: true,
          look: 'right',
          cell: ({ oldCents }) => formatMoneyWithCents(oldCents, currency),
        },
        {
          name: t('priceChange.then'),
          place: 'number',
          look: 'right',
          cell: ({ oldCents, newCents, isUnreachable, leavesBefore }) =>
            leavesBefore ? '–' : formatMoneyWithCents(isUnreachable ? oldCents : newCents, currency),
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
  if (leavesBefore) return <StatusDot kind="quiet">{t('priceChange.leavesBefore')}</StatusDot>
  if (toldAt)
    return <StatusDot kind="on">{t('priceChange.on', { toldAt: formatDate(toldAt, timeZone) })}</StatusDot>
  return isUnreachable ? (
    <StatusDot kind="bad">{t('priceChange.noLetterReachesThem')}</StatusDot>
  ) : (
    t('priceChange.byLetter')
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
      <p>{t('priceChange.eachLetterNamesThe')}</p>
      <div className="button-row above-3">
        {toTell > 0 && (
          <Button variant="primary" name="intent" value="plan" pending={pending}>
            {t('priceChange.planItSendLetter', { toTell })}
          </Button>
        )}
        {planned > 0 && (
          <Button name="intent" value="take-back" pending={pending}>
            {t('priceChange.takeItBackFor', { planned })}
          </Button>
        )}
      </div>
    </Form>
  )
}
