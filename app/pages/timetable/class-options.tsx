import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'
import { ConfirmIntent, IntentForm } from '#app/forms/intent-form.tsx'
import { openingNotice } from '#app/frame/opening-notice.ts'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import { isOpenOn } from '#domain/club/club-facts.rules.ts'
import type {
  ClassParticipation,
  OwnParticipant,
} from '#domain/lessons/classes/class-participation.server.ts'
import type { ClassDate, ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import type { ClassSale } from '#domain/sales/single-class.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize, endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { allowanceName } from './allowance-line.tsx'

type Props = {
  date: ClassDateDetail
  place: ClassParticipation
  /** How a place is bought with its booking. */
  sale: ClassSale
  /** The next date of the class that has a free place. */
  other: ClassDate | null
  timeZone: string
  /** The day of the opening, or `soon`; null for an open club. */
  opensOn: string | null
}

/** The status of a class for its viewer, and what can be done now with the consequences first. */
export function ClassOptions(props: Props) {
  const { heading, note, option, other: otherOption = null } = viewOf(props)
  const { date, place, other } = props
  const isFull = !hasPlace(place) && !hasFreePlace(props)
  const isOpen = date.because === null && !date.isOver
  const canTakeAnother = !isOpen || isFull
  const canBookInstead = isOpen && !isFull && place.own?.state === 'waiting'
  return (
    <>
      <section className="lesson-status" aria-labelledby="status">
        <h2 id="status">
          {heading} {note !== null && <span>{note}</span>}
        </h2>
      </section>
      {(option !== null || otherOption !== null || canTakeAnother || canBookInstead) && (
        <ul className="options">
          {option !== null && <li>{option}</li>}
          {otherOption !== null && <li>{otherOption}</li>}
          {canBookInstead && (
            <li>
              <LeaveLine />
            </li>
          )}
          {canTakeAnother && (
            <li>
              <OtherTime other={other} />
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** Booked, or held by an order. */
const hasPlace = ({ own }: ClassParticipation) => own?.state === 'booked' || own?.state === 'held'

/** The next date of the class with a free place, or the timetable. */
function OtherTime({ other }: Pick<Props, 'other'>) {
  if (other === null)
    return (
      <Way
        title={t('classOptions.anotherClass')}
        button={<LinkButton to="/timetable">{t('classOptions.seeTheTimetable')}</LinkButton>}
      >
        {t('classOptions.theNextOnesAre')}
      </Way>
    )
  const left = t('classOptions.placeIs', { left: other.capacity - other.taken })
  return (
    <Way
      title={t('classOptions.otherTimes')}
      button={
        <LinkButton to={`/timetable/${other.id}`}>
          {t('classOptions.seeDay', { day: formatDay(other.day) })}
        </LinkButton>
      }
    >
      {endSentence(
        `${formatDay(other.day)}, ${formatClock(other.startHour, other.startMinute)}: ${t('classOptions.left', { left })}`,
      )}
    </Way>
  )
}

/** What it is paid with is chosen outside of it. */
const bookForm = 'book-place'

type View = { heading: string; note: string | null; option: ReactNode; other?: ReactNode }

function viewOf(props: Props): View {
  const { date, place } = props
  const { own } = place
  if (date.because !== null)
    return {
      heading:
        date.because === 'by the club'
          ? t('classOptions.calledOffByTheClub')
          : endSentence(t('classOptions.calledOff', { value: noLessonReasonLabels[date.because] })),
      note: own === null ? null : t('classOptions.itCostYouNothing'),
      option: null,
    }
  if (date.isOver) return { heading: pastHeading(own), note: null, option: null }
  if (own?.state === 'booked') return bookedView(props, own)
  if (own?.state === 'held' && props.sale.order !== null) return heldView(props, props.sale.order)
  if (own?.state === 'waiting' && !hasFreePlace(props)) return waitingView(props, own)
  return openView(props)
}

function pastHeading(own: OwnParticipant | null): string {
  if (own?.attendance === 'attended') return t('classOptions.youCame')
  if (own?.attendance === 'missed') return t('classOptions.youMissedIt')
  if (own?.state === 'booked') return t('classOptions.youWereBooked')
  return t('classOptions.thisClassHasBegun')
}

/** After the deadline the line is not promoted, so the first to ask has the place. */
const hasFreePlace = ({ date, place }: Props) =>
  date.taken < date.capacity && (place.isPastDeadline || date.waiting === 0)

/** A place that came free too late for the line to be promoted. */
const isFirstCome = ({ date, place }: Props) => place.isPastDeadline && date.waiting > 0

const at = (moment: Date, day: string, { date, timeZone }: Props) =>
  `${formatTime(moment, timeZone)} ${day === date.today ? t('classOptions.today') : t('classOptions.on', { day: formatDay(day) })}`

function bookedView(props: Props, own: OwnParticipant): View {
  const { date, place } = props
  if (own.attendance === 'attended') return { heading: t('classOptions.youCame'), note: null, option: null }
  const until = at(own.freeUntil, own.freeUntilDay, props)
  const outcome = own.isGuest
    ? t('classOptions.itCostsYouNothing')
    : own.isLate && place.lateCosts
      ? t('classOptions.itCountsAsOne')
      : t('classOptions.youHaveYourClass')
  const cost = place.lateCosts ? t('classOptions.itCostsOneClass') : t('classOptions.itStillCostsNothing')
  return {
    heading: t('classOptions.youAreIn'),
    note: own.isGuest
      ? t('classOptions.youAreAGuest')
      : own.isLate
        ? t('classOptions.itIsTooLate')
        : endSentence(t('classOptions.freeUntil', { until })) + t('classOptions.afterThat', { cost }),
    option: (
      <Way
        title={t('classOptions.giveItBack')}
        button={
          <ConfirmIntent
            openLabel={t('classOptions.cantCome')}
            heading={t('classOptions.giveThisPlaceBack')}
            text={outcome}
            confirmLabel={t('classOptions.yesGiveItBack')}
            intent="giveBack"
          />
        }
      >
        {t('classOptions.doNothingAndExpects', { outcome, trainerName: firstName(date.trainerName) })}
      </Way>
    ),
  }
}

/** A place that is held until its order is paid. */
function heldView({ timeZone }: Props, { id, payBy }: NonNullable<ClassSale['order']>): View {
  return {
    heading: t('classOptions.placeIsHeld'),
    note: t('classOptions.payItBy', { time: formatTime(payBy, timeZone) }),
    option: (
      <Way
        title={t('classOptions.payOrLetGo')}
        button={
          <LinkButton variant="primary" to={`/dashboard/order/${id}`}>
            {t('classOptions.goOnToPay')}
          </LinkButton>
        }
      >
        {t('classOptions.unpaidPlaceGoes')}
      </Way>
    ),
  }
}

function waitingView(props: Props, own: OwnParticipant): View {
  const { place } = props
  return {
    heading:
      own.position === 1
        ? t('classOptions.youAreNextIn')
        : t('classOptions.youAreNumberIn', { position: own.position ?? '' }),
    note: place.isPastDeadline
      ? t('classOptions.ifAPlaceComes')
      : t('classOptions.weBookYouIn', { at: at(place.deadline, place.deadlineDay, props) }),
    option: <LeaveLine />,
  }
}

function LeaveLine() {
  return (
    <Way
      title={t('classOptions.leaveTheLine')}
      button={<IntentForm intent="giveBack">{t('classOptions.leaveIt')}</IntentForm>}
    >
      {t('classOptions.itHasCostYou')}
    </Way>
  )
}

function openView(props: Props): View {
  const { date, place, opensOn } = props
  const left = Math.max(0, date.capacity - date.taken)
  const isFull = !hasFreePlace(props)
  const heading = isFull
    ? t('classOptions.allPlacesAreTaken')
    : isFirstCome(props)
      ? t('classOptions.placeCameFree', { left })
      : endSentence(t('classOptions.left', { left: capitalize(t('classOptions.placeIs', { left })) }))
  // nothing that pays for a class is for sale before the opening
  const canPay = place.allowances.length > 0
  if (opensOn !== null && (!canPay || !isOpenOn(date.day, opensOn)))
    return { heading, note: openingNotice(opensOn), option: null }
  if (place.bookableFrom !== null)
    return {
      heading,
      note: endSentence(t('classOptions.canBeBookedFrom', { bookableFrom: formatDay(place.bookableFrom) })),
      option: null,
    }
  const [first] = place.allowances
  const purchase = isFull ? null : purchaseOf(props)
  if (!place.isSignedIn)
    return {
      heading,
      note: null,
      option: (
        <Way
          title={t('classOptions.bookAPlace')}
          button={
            <LinkButton
              variant="primary"
              to={`/signIn?${new URLSearchParams({ from: `/timetable/${date.id}` })}`}
            >
              {t('classOptions.signInToBook')}
            </LinkButton>
          }
        >
          {purchase === null
            ? t('classOptions.whatPaysForClasses')
            : t('classOptions.oneClassCosts', { price: purchase.price })}
        </Way>
      ),
    }
  if (!first)
    return {
      heading,
      note: t('classOptions.nothingPaysThisDay'),
      option: purchase?.option ?? null,
      other: (
        <Way
          title={t('classOptions.chooseWhatPays')}
          button={
            <LinkButton variant={purchase === null ? 'primary' : 'outline'} to="/membership-plans">
              {t('classOptions.seeThePriceList')}
            </LinkButton>
          }
        >
          {t('classOptions.hoursHaveClasses')}
        </Way>
      ),
    }
  if (first.left === 0)
    return {
      heading,
      note: endSentence(t('classOptions.noClassIsLeft', { untilDay: formatDay(first.untilDay) })),
      option: purchase?.option ?? null,
    }
  return { heading, ...bookable(props, isFull) }
}

/** Buys a single class with its booking, on the page of its terms. */
function purchaseOf({ date, sale: { offer } }: Props): { price: string; option: ReactNode } | null {
  if (offer === null) return null
  const price = formatMoneyWithCents(offer.priceCents, offer.currency)
  const option = (
    <Way
      title={t('classOptions.justThisClass')}
      button={
        <LinkButton variant="primary" to={`/buy/${offer.id}?${new URLSearchParams({ class: date.id })}`}>
          {t('classOptions.buyItFor', { price })}
        </LinkButton>
      }
    >
      {t('classOptions.placeIsHeldWhile')}
    </Way>
  )
  return { price, option }
}

function bookable(props: Props, isFull: boolean): Omit<View, 'heading'> {
  const { place } = props
  const deadline = at(place.deadline, place.deadlineDay, props)
  const toChange = t('classOptions.minutesToChange', { minutes: place.graceMinutes })
  if (isFull)
    return {
      note: place.isPastDeadline
        ? t('classOptions.ifAPlaceComes2')
        : endSentence(t('classOptions.whoWaitsIsBooked', { deadline })),
      option: (
        <Way
          title={t('classOptions.joinTheWaitingList')}
          button={
            <IntentForm intent="book" variant="primary">
              {t('classOptions.joinTheList')}
            </IntentForm>
          }
        >
          {t('classOptions.personWaitsNowIt', { waiting: props.date.waiting })}
        </Way>
      ),
    }
  const payers = place.allowances.filter(({ left }) => left !== 0)
  const [payer, ...others] = payers
  return {
    note: isFirstCome(props)
      ? t('classOptions.whoeverIsFirst')
      : place.isPastDeadline
        ? toChange
        : endSentence(t('classOptions.freeToGiveBack', { deadline })),
    option: (
      <Way
        title={t('classOptions.bookAPlace')}
        button={
          <IntentForm intent="book" variant="primary" id={bookForm}>
            {t('classOptions.bookAPlace')}
          </IntentForm>
        }
        choice={others.length > 0 && <PaidWith allowances={payers} />}
      >
        {isFirstCome(props) && `${toChange} `}
        {others.length === 0 && payer && paidWithSentence(payer)}
      </Way>
    ),
  }
}

const restOf = ({ given, left }: Allowance): string =>
  left === null ? t('classOptions.asManyClassesAs') : t('classOptions.ofClassLeft', { left, given: given! })

/** `Paid with your month with Mira Okafor: 3 of 5 classes left until Mon 30 Nov.` */
const paidWithSentence = (allowance: Allowance): string =>
  endSentence(
    t('classOptions.paidWithUntil', {
      name: allowanceName(allowance),
      rest: restOf(allowance),
      untilDay: formatDay(allowance.untilDay),
    }),
  )

type WayProps = { title: string; button: ReactNode; choice?: ReactNode; children: ReactNode }

function Way({ title, button, choice, children }: WayProps) {
  return (
    <>
      <div>
        <b>{title}</b>
        <p>{children}</p>
        {choice}
      </div>
      {button}
    </>
  )
}

/** A choice among several allowances that can pay. */
function PaidWith({ allowances }: { allowances: Allowance[] }) {
  return (
    <fieldset className="paid-with">
      <legend>{t('classOptions.paidWith')}</legend>
      {allowances.map((allowance) => (
        <label key={allowance.orderId}>
          <input
            type="radio"
            name="orderId"
            form={bookForm}
            value={allowance.orderId}
            defaultChecked={allowance === allowances[0]}
          />
          <span>
            <b>{capitalize(allowanceName(allowance))}</b>{' '}
            {t('classOptions.restUntil', {
              rest: restOf(allowance),
              untilDay: formatDay(allowance.untilDay),
            })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
