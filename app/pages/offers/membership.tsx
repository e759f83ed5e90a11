import type { ReactNode } from 'react'
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
import { pauseDays, renewalCents, renewalPrice } from '#domain/memberships/memberships.rules.ts'
import {
  cancelMembership,
  findLastMembership,
  getOwnMembership,
  takeBackCancellation,
  type Membership,
} from '#domain/memberships/memberships.server.ts'
import { undoChange } from '#domain/memberships/offer-change.server.ts'
import { getOwnCard, removeOwnCard, type OwnCard } from '#domain/memberships/own-card.server.ts'
import { endPause } from '#domain/memberships/pauses.server.ts'
import { formatPrices, priceUnit } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/membership.ts'
import { storedCardName } from './stored-card-name.ts'
import { TermList } from './term-list.tsx'

const heading = () => t('membership.heading')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => ({
  membership: await getOwnMembership(actor),
  last: await findLastMembership(actor),
  card: await getOwnCard(actor),
  asks: questionOf(new URL(request.url).searchParams),
  timeZone: page.club.timeZone,
}))

/** The question that the page asks before it does something. */
const questionOf = (query: URLSearchParams) =>
  (['cancel', 'remove-card'] as const).find((question) => query.has(question)) ?? null

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['cancel', 'keep', 'reason', 'remove-card', 'end-pause', 'undo-change'])
  if (intent === 'remove-card') {
    const isDebit = typeof (await getOwnCard(actor))?.mandateRef === 'string'
    await removeOwnCard(actor)
    return redirectWithToast('/dashboard/membership', {
      text: isDebit ? t('mandate.revoked') : t('membership.cardRemoved'),
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
  const { membership, last, card, asks, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{heading()}</h1>
      {message && <FormError>{message}</FormError>}
      {membership ? (
        <Running membership={membership} card={card} asks={asks} timeZone={timeZone} />
      ) : (
        <section className="panel">
          <EmptyState
            heading={t('membership.noMembership')}
            action={<LinkButton to="/membership-plans">{t('membership.priceList')}</LinkButton>}
          >
            {last &&
              `${t('membership.lastIsOver', { title: last.title, because: last.overBecause ?? 'cancelled' })} `}
            {t('membership.aMembershipGivesClasses')}
          </EmptyState>
        </section>
      )}
    </>
  )
}

const unitOf = (periodMonths: number) => priceUnit({ kind: 'membership', periodMonths })

type Props = {
  membership: Membership
  asks: ReturnType<typeof questionOf>
  timeZone: string
}

function Running({ membership, card, asks, timeZone }: Props & { card: OwnCard | null }) {
  const { endsAt, next, owed, currency } = membership
  const isUnpaid = next !== null && next.hasBegun && !willCollect(card, next)
  const isCollected = willCollect(card, next)
  const price = formatMoneyWithCents(next?.amountCents ?? renewalCents(membership), currency)
  return (
    <>
      {owed && <TakenBack owed={owed} currency={currency} timeZone={timeZone} />}
      {card && <CardProblem card={card} hasNext={next !== null} timeZone={timeZone} />}
      <TermList terms={linesOf(membership, card, timeZone)} />
      <div className="button-row">
        {owed && (
          <LinkButton variant="primary" to={`/dashboard/order/${owed.orderId}`}>
            {t('membership.pay', { price: formatMoneyWithCents(owed.amountCents, currency) })}
          </LinkButton>
        )}
        {next && !isCollected && (
          <LinkButton variant={owed ? 'outline' : 'primary'} to={`/dashboard/order/${next.orderId}`}>
            {isUnpaid ? t('membership.pay', { price }) : t('membership.payTheNextPeriod')}
          </LinkButton>
        )}
        {!isUnpaid && (
          <LinkButton to="/timetable" variant={(next && !isCollected) || owed ? 'outline' : 'primary'}>
            {t('membership.bookAClass')}
          </LinkButton>
        )}
      </div>
      {card && !endsAt && <CardChoice card={card} isAsking={asks === 'remove-card'} />}
      {!endsAt && <Resting membership={membership} />}
      <Leaving membership={membership} asks={asks} timeZone={timeZone} />
    </>
  )
}

/** The next period is charged without the member's doing, or is on its way. */
const willCollect = (card: OwnCard | null, next: Membership['next']): boolean =>
  next !== null &&
  card !== null &&
  (card.processingSince !== null ||
    (card.cardId !== null && card.nextTryAt !== null && card.lastFailure === null))

/** What the membership is, what is left of it, and what comes next. */
function linesOf(membership: Membership, card: OwnCard | null, timeZone: string) {
  const { title, priceCents, currency, periodMonths, paidUntil, endsAt, given, used, next } = membership
  const { pause, change, discount } = membership
  const day = (moment: Date) => formatDate(moment, timeZone)
  const price = formatMoneyWithCents(priceCents, currency)
  const nextPrice = formatMoneyWithCents(next?.amountCents ?? renewalCents(membership), currency)
  const { price: fullPrice, reduced } = renewalPrice(membership)
  const line = (name: string, text: string) => [{ name, text }]
  return [
    ...line(t('membership.membership'), t('membership.for', { title, price, unit: unitOf(periodMonths) })),
    ...line(t('membership.paidUntil'), day(paidUntil)),
    ...(next?.hasBegun && !willCollect(card, next)
      ? line(t('membership.notPaid'), t('membership.notPaidBy', { price: nextPrice, day: day(next.payBy) }))
      : line(
          t('membership.classesLeft'),
          given === null
            ? t('membership.asManyAsYou')
            : t('membership.leftOf', { left: given - used, given }),
        )),
    ...(endsAt ? line(t('membership.ends'), day(endsAt)) : []),
    ...(!endsAt && !next?.hasBegun
      ? line(t('membership.renews'), t('membership.for2', { paidUntil: day(paidUntil), price: nextPrice }))
      : []),
    ...(change && !endsAt
      ? line(
          t('membership.changes'),
          t('membership.changesTo', {
            day: day(change.from),
            title: change.title,
            price: formatMoneyWithCents(change.priceCents, currency),
            unit: unitOf(change.periodMonths),
          }),
        )
      : []),
    ...(discount && !endsAt ? line(discount.code, formatPrices(fullPrice, reduced)) : []),
    ...(pause
      ? line(
          t('membership.paused'),
          t('membership.pausedDays', { from: formatDay(pause.fromDay), until: formatDay(pause.untilDay) }),
        )
      : []),
    ...(card?.cardId ? line(t('membership.paidWith'), storedCardName(card)) : []),
    ...(next && !next.hasBegun && !willCollect(card, next)
      ? line(t('membership.toPayBy'), day(next.payBy))
      : []),
    ...(card?.processingSince
      ? line(t('membership.nextPeriod'), t('membership.debitedOn', { day: day(card.processingSince) }))
      : next?.hasBegun && willCollect(card, next)
        ? line(
            t('membership.nextPeriod'),
            card?.mandateRef
              ? t('mandate.debitedNow', { price: nextPrice })
              : t('membership.chargedNow', { price: nextPrice }),
          )
        : []),
  ]
}

/** Something that a member can do with the membership, and what it means. */
const Choice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="panel">
    <header>
      <h2>{title}</h2>
    </header>
    <p>{text}</p>
    <div className="button-row above-3">{children}</div>
  </section>
)

function CardChoice({ card, isAsking }: { card: OwnCard; isAsking: boolean }) {
  if (card.cardId === null)
    return (
      <Choice title={t('membership.card')} text={t('membership.aCardIsCharged')}>
        <LinkButton small to="/dashboard/membership/card">
          {t('replaceCard.addACard')}
        </LinkButton>
      </Choice>
    )
  const isDebit = card.mandateRef !== null
  if (isAsking)
    return (
      <Form method="post" action="/dashboard/membership" id="asked">
        <Choice
          title={
            isDebit
              ? t('mandate.revokeAsk', { card: storedCardName(card) })
              : t('membership.removeTheCardAsk', { card: storedCardName(card) })
          }
          text={t('membership.thenABill')}
        >
          <Button name="intent" value="remove-card">
            {isDebit ? t('mandate.revoke') : t('membership.removeTheCard')}
          </Button>
          <LinkButton to="/dashboard/membership">
            {isDebit ? t('mandate.keepIt') : t('membership.keepTheCard')}
          </LinkButton>
        </Choice>
      </Form>
    )
  return (
    <Choice
      title={isDebit ? t('mandate.account') : t('membership.card')}
      text={isDebit ? t('mandate.theAccountIsDebited') : t('membership.theCardIsCharged')}
    >
      <LinkButton small to="/dashboard/membership/card">
        {isDebit ? t('mandate.payOtherwise') : t('replaceCard.heading')}
      </LinkButton>
      <LinkButton small to="/dashboard/membership?remove-card#asked">
        {isDebit ? t('mandate.revoke') : t('membership.removeTheCard')}
      </LinkButton>
    </Choice>
  )
}

type TakenBackProps = { owed: NonNullable<Membership['owed']>; currency: string; timeZone: string }

/** What a bank took back, above all else. */
const TakenBack = ({ owed, currency, timeZone }: TakenBackProps) => (
  <FormError>
    <b>{t('membership.takenBack', { price: formatMoneyWithCents(owed.amountCents, currency) })}</b>{' '}
    {t('membership.takenBackBy', { day: formatDate(owed.payBy, timeZone) })}
  </FormError>
)

/** What is wrong with the card, above all else. */
function CardProblem({ card, hasNext, timeZone }: { card: OwnCard; hasNext: boolean; timeZone: string }) {
  const { lastFailure, nextTryAt, stoppedBecause, isExpiring, cardId } = card
  if (hasNext && lastFailure && stoppedBecause !== 'no card' && card.processingSince === null)
    return (
      <FormError>
        <b>{card.mandateRef === null ? t('membership.notCharged') : t('mandate.notDebited')}</b> {lastFailure}{' '}
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

/** A pause and a change of the offer: to make one, or to end or undo it. */
const Resting = ({ membership: { pause, change } }: { membership: Membership }) => (
  <Form method="post">
    <Choice
      title={t('membership.awayForAWhile')}
      text={t('membership.pausesAreFree', { least: pauseDays.least, most: pauseDays.most })}
    >
      {pause ? (
        <Button small name="intent" value="end-pause">
          {pause.hasBegun ? t('membership.goOnTomorrow') : t('membership.takeBackThePause')}
        </Button>
      ) : (
        <LinkButton small to="/dashboard/membership/pause">
          {t('membership.pauseIt')}
        </LinkButton>
      )}
    </Choice>
    <Choice title={t('membership.moreOrFewer')} text={t('membership.aChangeCounts')}>
      {change?.by === 'member' ? (
        <Button small name="intent" value="undo-change">
          {t('membership.undoTheChange')}
        </Button>
      ) : (
        <LinkButton small to="/dashboard/membership/change">
          {t('membership.changeIt')}
        </LinkButton>
      )}
    </Choice>
  </Form>
)

function Leaving({ membership, asks, timeZone }: Props) {
  const { endsAt, firstEnd, leavingReason, next, paidUntil, currency } = membership
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
  const day = formatDate(firstEnd, timeZone)
  if (asks !== 'cancel')
    return (
      <Choice title={t('membership.wantToStop')} text={t('membership.itWouldEnd', { day })}>
        <LinkButton small to="/dashboard/membership?cancel#asked">
          {t('membership.cancelTheMembership')}
        </LinkButton>
      </Choice>
    )
  return (
    <Form method="post" action="/dashboard/membership" className="panel" id="asked">
      <header>
        <h2>{t('membership.wantToStop')}</h2>
      </header>
      <p>
        {t('membership.ifYouCancelNow')}
        <b>{day}</b>
        {t('membership.untilThenYouKeep')}
      </p>
      {firstEnd > paidUntil && (
        <p>
          {t('membership.stillToPay', {
            price: formatMoneyWithCents(next?.amountCents ?? renewalCents(membership), currency),
            hasBegun: next?.hasBegun ? 'yes' : 'no',
          })}
        </p>
      )}
      <div className="button-row above-3">
        <Button name="intent" value="cancel">
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
      required
      options={[
        { value: '', label: t('membership.chooseAReason') },
        ...leavingReasons.map((value) => ({ value, label: t('membership.reason', { reason: value }) })),
      ]}
    />
    <div className="button-row">
      <Button name="intent" value="reason">
        {t('membership.sendTheAnswer')}
      </Button>
    </div>
  </Form>
)
