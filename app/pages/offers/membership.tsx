import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
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
import { leavingReasons } from '#domain/memberships/leaving-reasons.rules.ts'
import { giveLeavingReason } from '#domain/memberships/leaving-reasons.server.ts'
import { renewalCents } from '#domain/memberships/memberships.rules.ts'
import {
  cancelMembership,
  getOwnMembership,
  takeBackCancellation,
  type Membership,
} from '#domain/memberships/memberships.server.ts'
import { undoChange } from '#domain/memberships/offer-change.server.ts'
import { getOwnCard, removeOwnCard, type OwnCard } from '#domain/memberships/own-card.server.ts'
import { endPause } from '#domain/memberships/pauses.server.ts'
import { priceUnit } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/membership.ts'
import { storedCardName } from './stored-card-name.ts'

const heading = () => t('membership.heading')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => ({
  membership: await getOwnMembership(actor),
  card: await getOwnCard(actor),
  asksToCancel: new URL(request.url).searchParams.has('cancel'),
  timeZone: page.club.timeZone,
}))

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['cancel', 'keep', 'reason', 'remove-card', 'end-pause', 'undo-change'])
  if (intent === 'remove-card') {
    await removeOwnCard(actor)
    return redirectWithToast('/dashboard/membership', {
      text: t('membership.cardRemoved'),
    })
  }
  if (intent === 'end-pause') {
    await endPause(actor)
    return redirectWithToast('/dashboard/membership', { text: t('membership.pauseEnded') })
  }
  if (intent === 'undo-change') {
    await undoChange(actor)
    return redirectWithToast('/dashboard/membership', { text: t('membership.changeUndone') })
  }
  if (intent === 'reason') {
    await giveLeavingReason(actor, { reason: fields.get('reason') ?? '' })
    return redirectWithToast('/dashboard/membership', { text: t('membership.thankYouForThe') })
  }
  if (intent === 'keep') {
    await takeBackCancellation(actor)
    return redirectWithToast('/dashboard/membership', { text: t('membership.yourMembershipGoesOn') })
  }
  const { endsAt } = await cancelMembership(actor)
  return redirectWithToast('/dashboard/membership', {
    text: t('membership.cancelledItEndsOn', { endsAt: formatDate(endsAt, page.club.timeZone) }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function MembershipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, card, asksToCancel, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{heading()}</h1>
      {message && <FormError>{message}</FormError>}
      {membership ? (
        <Running membership={membership} card={card} asksToCancel={asksToCancel} timeZone={timeZone} />
      ) : (
        <section className="panel">
          <EmptyState
            heading={t('membership.noMembership')}
            action={<LinkButton to="/membership-plans">{t('membership.priceList')}</LinkButton>}
          >
            {t('membership.aMembershipGivesClasses')}
          </EmptyState>
        </section>
      )}
    </>
  )
}

const unitOf = (periodMonths: number) => priceUnit({ kind: 'membership', periodMonths })

type Props = { membership: Membership; asksToCancel: boolean; timeZone: string }

function Running({ membership, card, asksToCancel, timeZone }: Props & { card: OwnCard | null }) {
  const { title, priceCents, currency, periodMonths, paidUntil, endsAt, given, used, next } = membership
  const { pause, change } = membership
  const price = formatMoneyWithCents(priceCents, currency)
  const renewalPrice = formatMoneyWithCents(renewalCents(membership), currency)
  const lines = [
    {
      name: t('membership.membership'),
      text: t('membership.for', { title, price, unit: unitOf(periodMonths) }),
    },
    { name: t('membership.paidUntil'), text: formatDate(paidUntil, timeZone) },
    {
      name: t('membership.classesLeft'),
      text: given === null ? t('membership.asManyAsYou') : t('membership.class', { given: given - used }),
    },
    endsAt
      ? { name: t('membership.ends'), text: formatDate(endsAt, timeZone) }
      : {
          name: t('membership.renews'),
          text: t('membership.for2', { paidUntil: formatDate(paidUntil, timeZone), price: renewalPrice }),
        },
    ...(change && !endsAt
      ? [
          {
            name: t('membership.changes'),
            text: t('membership.changesTo', {
              day: formatDate(change.from, timeZone),
              title: change.title,
              price: formatMoneyWithCents(change.priceCents, currency),
              unit: unitOf(change.periodMonths),
            }),
          },
        ]
      : []),
    ...(pause
      ? [
          {
            name: t('membership.paused'),
            text: t('membership.pausedDays', {
              from: formatDay(pause.fromDay),
              until: formatDay(pause.untilDay),
            }),
          },
        ]
      : []),
    ...(card?.cardId ? [{ name: t('membership.paidWith'), text: storedCardName(card) }] : []),
    ...(next ? [{ name: t('membership.toPayBy'), text: formatDate(next.payBy, timeZone) }] : []),
  ]
  return (
    <>
      {card && <CardProblem card={card} hasNext={next !== null} timeZone={timeZone} />}
      <ul className="terms">
        {lines.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="button-row">
        {next && (
          <LinkButton variant="primary" to={`/dashboard/order/${next.orderId}`}>
            {card?.lastFailure ? t('membership.payWithAnotherCard') : t('membership.payTheNextPeriod')}
          </LinkButton>
        )}
        <LinkButton to="/timetable">{t('membership.bookAClass')}</LinkButton>
      </div>
      {card && !endsAt && <CardButtons hasCard={card.cardId !== null} />}
      <Resting membership={membership} />
      <Leaving membership={membership} asksToCancel={asksToCancel} timeZone={timeZone} />
    </>
  )
}

function CardButtons({ hasCard }: { hasCard: boolean }) {
  return (
    <Form method="post" className="above-6">
      <p>{hasCard ? t('membership.theCardIsCharged') : t('membership.aCardIsCharged')}</p>
      <div className="button-row above-3">
        <LinkButton small to="/dashboard/membership/card">
          {hasCard ? t('replaceCard.heading') : t('replaceCard.addACard')}
        </LinkButton>
        {hasCard && (
          <Button small name="intent" value="remove-card">
            {t('membership.removeTheCard')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** What is wrong with the card, above all else. */
function CardProblem({ card, hasNext, timeZone }: { card: OwnCard; hasNext: boolean; timeZone: string }) {
  const { lastFailure, nextTryAt, stoppedBecause, isExpiring, cardId } = card
  if (hasNext && lastFailure && stoppedBecause !== 'no card')
    return (
      <FormError>
        <b>{t('membership.notCharged')}</b> {lastFailure}{' '}
        {nextTryAt
          ? t('membership.weTryAgain', { day: formatDate(nextTryAt, timeZone) })
          : t('membership.notByItself')}{' '}
        {t('membership.nothingWasTaken')}
      </FormError>
    )
  if (!cardId || !isExpiring) return null
  return (
    <FormError>
      <b>{t('membership.cardExpires')}</b> {t('membership.putAnother')}
    </FormError>
  )
}

/** A pause or a change of the offer: to make one, or to end or undo it. */
function Resting({ membership: { endsAt, pause, change } }: { membership: Membership }) {
  if (endsAt) return null
  return (
    <Form method="post" className="above-6">
      <div className="button-row">
        {pause ? (
          <Button small name="intent" value="end-pause">
            {pause.hasBegun ? t('membership.goOnTomorrow') : t('membership.takeBackThePause')}
          </Button>
        ) : (
          <LinkButton small to="/dashboard/membership/pause">
            {t('membership.pauseIt')}
          </LinkButton>
        )}
        {change?.by === 'member' ? (
          <Button small name="intent" value="undo-change">
            {t('membership.undoTheChange')}
          </Button>
        ) : (
          <LinkButton small to="/dashboard/membership/change">
            {t('membership.changeIt')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

function Leaving({ membership: { endsAt, firstEnd, leavingReason }, asksToCancel, timeZone }: Props) {
  if (endsAt)
    return (
      <>
        <Form method="post" className="above-6">
          <p>{t('membership.itIsCancelledAnd')}</p>
          <div className="button-row above-3">
            <Button name="intent" value="keep">
              {t('membership.keepTheMembership')}
            </Button>
          </div>
        </Form>
        {leavingReason === null && <ReasonQuestion />}
      </>
    )
  if (!asksToCancel)
    return (
      <div className="button-row above-6">
        <LinkButton to="/dashboard/membership?cancel">{t('membership.cancelTheMembership')}</LinkButton>
      </div>
    )
  return (
    <Form method="post" action="/dashboard/membership" className="above-6">
      <p>
        {t('membership.ifYouCancelNow')}
        <b>{formatDate(firstEnd, timeZone)}</b>
        {t('membership.untilThenYouKeep')}
      </p>
      <div className="button-row above-3">
        <Button variant="primary" name="intent" value="cancel">
          {t('membership.cancelNow')}
        </Button>
        <LinkButton to="/dashboard/membership">{t('membership.goBack')}</LinkButton>
      </div>
    </Form>
  )
}

/** Why a member leaves, asked once; the answer is optional. */
const ReasonQuestion = () => (
  <Form method="post" className="stack tight above-6">
    <SelectField
      label={t('membership.whyDoYouLeave')}
      name="reason"
      options={leavingReasons.map((value) => ({ value, label: t('membership.reason', { reason: value }) }))}
    />
    <div className="button-row">
      <Button name="intent" value="reason">
        {t('membership.sendTheAnswer')}
      </Button>
    </div>
  </Form>
)
