import { Link } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { closeCashDay, listCashDays, readCashDay } from '#domain/ledger/cash-days.server.ts'
import { sumOfCounts } from '#format/cash.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { parseCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/cash-day.ts'
import { CashCountForm } from './cash-count-form.tsx'
import { CashDayFigures, differenceWords, reasonNames } from './cash-day-figures.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('cashDay.cashDay'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const requested = new URL(request.url).searchParams.get('day')
    const [day, recent] = await Promise.all([readCashDay(actor, requested || null), listCashDays(actor)])
    return { ...day, recent, currency: club.currency, timeZone: club.timeZone }
  },
)

export const action = createAction(
  async ({ actor, readForm, page: { club } }: Route.ActionArgs & ActionContext) => {
    requirePermission(actor, 'desk.use')
    const { fields } = await readForm()
    const text = (name: string) => fields.get(name) ?? ''
    const typedSum = text('counted').trim()
    const closed = await closeCashDay(actor, {
      day: text('day'),
      openingCents: parseCents(text('opening') || '0'),
      expectedCents: Number(text('expectedCents')) + (parseCents(text('opening') || '0') ?? 0),
      countedCents: (typedSum === '' ? sumOfCounts(fields, club.currency) : parseCents(typedSum)) as number,
      keptCents: parseCents(text('kept')) as number,
      reason: (text('reason') || null) as 'change' | null,
      note: text('note'),
    })
    return redirectWithToast(`/dashboard/cashDay?day=${closed.day}`, {
      text: t('cashDay.isClosed', { day: formatFullDay(closed.day) }),
    })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** Counts and closes the cash of a day; a closed day is shown as it was counted. */
export default function CashDay({ loaderData, actionData }: Route.ComponentProps) {
  const { open, closed, closeFirst, recent, currency, timeZone } = loaderData
  const day = closed?.day ?? open?.day ?? loaderData.today
  return (
    <>
      <BackLink to={`/dashboard/desk?day=${day}`}>{t('cashDay.atTheDesk')}</BackLink>
      <h1>{closed ? formatFullDay(day) : t('cashDay.close', { day: formatFullDay(day) })}</h1>
      {closed && (
        <>
          <p className="subtitle">
            {t('cashDay.closedByAt', {
              closedBy: closed.closedBy,
              closedAt: formatTime(closed.closedAt, timeZone),
            })}
          </p>
          <CashDayFigures {...closed} currency={currency} />
          {closed.reason && (
            <p className="above-4">
              {closed.note && <q className="anywhere">{closed.note}</q>}{' '}
              <span className="note">{reasonNames[closed.reason]}</span>
            </p>
          )}
        </>
      )}
      {open && closeFirst && (
        <p className="subtitle">
          {t('cashDay.anEarlierDayIs')}
          <Link to={`/dashboard/cashDay?day=${closeFirst}`}>
            {t('cashDay.closeFirst', { closeFirst: formatFullDay(closeFirst) })}
          </Link>
        </p>
      )}
      {open && !closeFirst && (
        <>
          <p className="subtitle">{t('cashDay.countTheDrawerThe')}</p>
          <CashCountForm key={day} open={open} currency={currency} problem={problemOf(actionData)} />
        </>
      )}
      {recent.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('cashDay.closedDays')}</h2>
            <span className="note">{t('cashDay.newestFirst')}</span>
          </header>
          <ul className="todo">
            {recent.map((each) => (
              <li key={each.day}>
                <div>
                  <Link to={`/dashboard/cashDay?day=${each.day}`}>{formatDay(each.day)}</Link>,{' '}
                  {each.closedBy}
                </div>
                <b className="push-end tabular">{differenceWords(each, currency)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
