import { redirect } from 'react-router'
import { boardUrl, answersAtOnce, parseBoardQuery } from '#app/components/board/board-url.ts'
import { toBoardView } from '#app/components/board/board-view.ts'
import { HourLines, WeekBoard } from '#app/components/board/week-board.tsx'
import { toWishChoices } from '#app/components/board/wish-choices.ts'
import { DayChips, WishSentence } from '#app/components/board/wish-sentence.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import { SignWaiverLink } from '#app/forms/sign-waiver-link.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { openingNotice } from '#app/frame/opening-notice.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { ChosenSlotTaken } from '#app/pages/trainers/chosen-slot-taken.tsx'
import { chosenSlotUrl } from '#app/pages/trainers/chosen-slot.ts'
import { isAnyHour, isBookable, widerWishes } from '#domain/board/board.rules.ts'
import { listBoardSlots, listFittingSlots, listSlotsMaybeFree } from '#domain/board/board.server.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { listComingMonths } from '#domain/lessons/schedule/coming-months.server.ts'
import { hasTrainers } from '#domain/trainers/trainers.server.ts'
import { formatIsoDay } from '#format/date-time.ts'
import { weekdayName } from '#format/days.ts'
import { formatMoney, formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/hours.ts'
import { AnswerList } from './answer-list.tsx'
import { toAnswers, type Answer } from './answers.ts'
import { WiderWishes } from './wider-wishes.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('hours.findAnHour'), t('hours.everyFreeHourOf'))

export const loader = createLoader(
  async ({ actor, url, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const { wish, chosen, shown } = parseBoardQuery(url.searchParams)
    const slots = await listBoardSlots(actor)
    const today = weekdayName(formatIsoDay(new Date(), club.timeZone))
    const ranked = await listFittingSlots(slots, wish, today)
    // the chosen hour is the first answer
    const first = slots.filter((slot) => slot.id === chosen && isBookable(slot))
    const answers = [...first, ...ranked.filter(({ id }) => id !== chosen)].slice(0, shown)
    const maybe = slots.some(isBookable) ? [] : await listSlotsMaybeFree(slots, answersAtOnce)
    const prices = slots.map(({ priceCents }) => priceCents)
    return {
      board: toBoardView(slots, wish, first[0]?.id ?? null),
      choices: toWishChoices(slots, wish),
      answers: toAnswers(answers, { wish, chosen, months: await listComingMonths(answers), all: slots }),
      maybe: toAnswers(maybe, {
        wish,
        chosen,
        months: await listComingMonths(maybe),
        all: slots,
        isMaybe: true,
      }),
      takenHours: slots.some(isBookable) ? null : slots.length,
      fitting: ranked.length,
      moreUrl: ranked.length > shown ? boardUrl(wish, { chosen, shown: shown + answersAtOnce }) : null,
      wider: ranked.length > 0 ? [] : widerWishes(slots, wish).slice(0, 3),
      isGone: chosen !== null && first.length === 0,
      hasTrainers: slots.length > 0 || (await hasTrainers()),
      leastPrice: prices.length === 0 ? null : formatMoney(Math.min(...prices)),
      hasDays: wish.days.length > 0,
      isFiltered: !isAnyHour(wish),
    }
  },
)

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const [slotId, trainerId] = [String(form.get('slotId')), String(form.get('trainerId'))]
  if (actor.kind === 'visitor')
    throw redirect(`/signUp?${new URLSearchParams({ from: chosenSlotUrl(trainerId, slotId) })}`)
  const input = { slotId, expectedPriceCents: Number(form.get('priceCents')) }
  const { bookingId } = await holdSlot(actor, input, page.address)
  return redirect(`/trainerBooked/${bookingId}`)
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function Hours({ loaderData, actionData }: Route.ComponentProps) {
  const { board, choices, answers, fitting, wider, moreUrl, leastPrice, takenHours } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const { club } = useLayoutProps()
  if (club.opensOn !== null) return <BeforeOpening day={club.opensOn} />
  if (leastPrice === null) return <NoHours isAwaited={loaderData.hasTrainers} />
  return (
    <div className="wrap section-below wish-page hours-page">
      <div className="page-head wish-head">
        <div className="row">
          <h1 className="display h-title">{t('hours.findAnHour')}</h1>
          <p>
            {takenHours === null
              ? t('hours.oneHourIsYours', { leastPrice })
              : t('hours.allHourIsTaken', { takenHours, number: formatNumber(takenHours) })}
          </p>
        </div>
      </div>
      <WishSentence choices={choices} />
      <DayChips days={choices.days} />
      {message && (
        <FormError>
          {message}
          <SignWaiverLink problem={problem} />
        </FormError>
      )}
      {loaderData.isGone && <ChosenSlotTaken />}
      <a className="skip-board text-link" href="#answers">
        {t('hours.skipTheBoard')}
      </a>
      <WeekBoard board={board} />
      <HourLines board={board} />
      <section className="answers-part" id="answers" tabIndex={-1}>
        {takenHours === null ? (
          <>
            <AnswersHead {...loaderData} />
            {fitting > 0 ? <AnswerList answers={answers} /> : <WiderWishes wider={wider} />}
            {moreUrl && (
              <p className="more-answers">
                <LinkButton to={moreUrl} small replace preventScrollReset>
                  {t('hours.showMore', { answersAtOnce: Math.min(answersAtOnce, fitting - answers.length) })}
                </LinkButton>
              </p>
            )}
          </>
        ) : (
          <NextToComeFree answers={loaderData.maybe} />
        )}
      </section>
    </div>
  )
}

type HeadProps = { fitting: number; isFiltered: boolean; hasDays: boolean }

function AnswersHead({ fitting, isFiltered, hasDays }: HeadProps) {
  const number = formatNumber(fitting)
  const heading = isFiltered ? t('hours.hourFits', { fitting, number }) : t('hours.firstToStart')
  const note = isFiltered ? hasDays && t('hours.onYourDaysFirst') : t('hours.hourIsFree', { fitting, number })
  return (
    <header>
      <h2 className="head" aria-live="polite">
        {fitting === 0 ? t('hours.noHourFits') : heading}
      </h2>
      {fitting > 0 && note && <p className="note">{note}</p>}
    </header>
  )
}

/** The taken hours whose months end next, when none is free. */
function NextToComeFree({ answers }: { answers: Answer[] }) {
  return (
    <>
      {answers.length > 0 && (
        <>
          <header>
            <h2 className="head">{t('hours.nextToComeFree')}</h2>
            <p className="note">{t('hours.ifTheirMembersDont')}</p>
          </header>
          <AnswerList answers={answers} />
        </>
      )}
      <p className="more-answers">
        <LinkButton to="/trainers" small>
          {t('hours.meetTheTrainers')}
        </LinkButton>
      </p>
    </>
  )
}

function BeforeOpening({ day }: { day: string }) {
  return (
    <div className="wrap section-below">
      <div className="page-head">
        <div className="row">
          <h1 className="display h-title">{t('hours.findAnHour')}</h1>
        </div>
      </div>
      <EmptyState
        heading={openingNotice(day)}
        action={<LinkButton to="/#newsletter">{t('hours.leaveYourAddress')}</LinkButton>}
      >
        {t('hours.hoursCanBeBooked')}
      </EmptyState>
    </div>
  )
}

/** `isAwaited` when there are trainers who can offer hours. */
function NoHours({ isAwaited }: { isAwaited: boolean }) {
  return (
    <div className="wrap section-below">
      <div className="page-head">
        <div className="row">
          <h1 className="display h-title">{t('hours.findAnHour')}</h1>
        </div>
      </div>
      <EmptyState
        heading={t('hours.noHoursYet')}
        action={
          isAwaited ? (
            <LinkButton to="/trainers">{t('hours.meetTheTrainers')}</LinkButton>
          ) : (
            <LinkButton to="/#newsletter">{t('hours.leaveYourAddress')}</LinkButton>
          )
        }
      >
        {isAwaited ? t('hours.noTrainerHasOpened') : t('hours.firstSoon')}
      </EmptyState>
    </div>
  )
}
