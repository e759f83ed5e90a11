import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { openingNotice } from '#app/frame/opening-notice.ts'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import { isOpenOn } from '#domain/club/club-facts.rules.ts'
import type { ClassPlace, OwnPlace } from '#domain/lessons/classes/class-place.server.ts'
import type { ClassDate, ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { capitalize, endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = {
  date: ClassDateDetail
  place: ClassPlace
  /** The next date of the class that has a free place. */
  other: ClassDate | null
  timeZone: string
  /** The day of the opening, or `soon`; null for an open club. */
  opensOn: string | null
}

/** The status of a class for its viewer, and what can be done now with the consequences first. */
export function PlaceOptions(props: Props) {
  const { heading, note, option } = viewOf(props)
  const { date, place, other } = props
  const isFull = place.own?.state !== 'booked' && !hasFreePlace(props)
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
      {(option !== null || canTakeAnother || canBookInstead) && (
        <ul className="options">
          {option !== null && <li>{option}</li>}
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

/** The next date of the class with a free place, or the timetable. */
function OtherTime({ other }: Pick<Props, 'other'>) {
  if (other === null)
    return (
      <Way
        title={t('placeOptions.anotherClass')}
        button={<LinkButton to="/timetable">{t('placeOptions.seeTheTimetable')}</LinkButton>}
      >
        {t('placeOptions.theNextOnesAre')}
      </Way>
    )
  const left = t('placeOptions.placeIs', { left: other.capacity - other.taken })
  return (
    <Way
      title={t('placeOptions.otherTimes')}
      button={
        <LinkButton to={`/timetable/${other.id}`}>
          {t('placeOptions.seeDay', { day: formatDay(other.day) })}
        </LinkButton>
      }
    >
      {endSentence(
        `${formatDay(other.day)}, ${formatClock(other.startHour, other.startMinute)}: ${t('placeOptions.left', { left })}`,
      )}
    </Way>
  )
}

type View = { heading: string; note: string | null; option: ReactNode }

function viewOf(props: Props): View {
  const { date, place } = props
  const { own } = place
  if (date.because !== null)
    return {
      heading:
        date.because === 'by the club'
          ? t('placeOptions.calledOffByTheClub')
          : endSentence(t('placeOptions.calledOff', { value: noLessonReasonLabels[date.because] })),
      note: own === null ? null : t('placeOptions.itCostYouNothing'),
      option: null,
    }
  if (date.isOver) return { heading: pastHeading(own), note: null, option: null }
  if (own?.state === 'booked') return bookedView(props, own)
  if (own?.state === 'waiting' && !hasFreePlace(props)) return waitingView(props, own)
  return openView(props)
}

function pastHeading(own: OwnPlace | null): string {
  if (own?.attendance === 'attended') return t('placeOptions.youCame')
  if (own?.attendance === 'missed') return t('placeOptions.youMissedIt')
  if (own?.state === 'booked') return t('placeOptions.youWereBooked')
  return t('placeOptions.thisClassHasBegun')
}

/** After the deadline the line is not promoted, so the first to ask has the place. */
const hasFreePlace = ({ date, place }: Props) =>
  date.taken < date.capacity && (place.isPastDeadline || date.waiting === 0)

/** A place that came free too late for the line to be promoted. */
const isFirstCome = ({ date, place }: Props) => place.isPastDeadline && date.waiting > 0

const at = (moment: Date, day: string, { date, timeZone }: Props) =>
  `${formatTime(moment, timeZone)} ${day === date.today ? t('placeOptions.today') : t('placeOptions.on', { day: formatDay(day) })}`

function bookedView(props: Props, own: OwnPlace): View {
  const { date, place } = props
  if (own.attendance === 'attended') return { heading: t('placeOptions.youCame'), note: null, option: null }
  const until = at(own.freeUntil, own.freeUntilDay, props)
  const outcome = own.isGuest
    ? t('placeOptions.itCostsYouNothing')
    : own.isLate && place.lateCosts
      ? t('placeOptions.itCountsAsOne')
      : t('placeOptions.youHaveYourClass')
  const cost = place.lateCosts ? t('placeOptions.itCostsOneClass') : t('placeOptions.itStillCostsNothing')
  return {
    heading: t('placeOptions.youAreIn'),
    note: own.isGuest
      ? t('placeOptions.youAreAGuest')
      : own.isLate
        ? t('placeOptions.itIsTooLate')
        : endSentence(t('placeOptions.freeUntil', { until })) + t('placeOptions.afterThat', { cost }),
    option: (
      <Way title={t('placeOptions.giveItBack')} button={<GiveBack outcome={outcome} />}>
        {t('placeOptions.doNothingAndExpects', { outcome, trainerName: firstName(date.trainerName) })}
      </Way>
    ),
  }
}

function waitingView(props: Props, own: OwnPlace): View {
  const { place } = props
  return {
    heading:
      own.position === 1
        ? t('placeOptions.youAreNextIn')
        : t('placeOptions.youAreNumberIn', { position: own.position ?? '' }),
    note: place.isPastDeadline
      ? t('placeOptions.ifAPlaceComes')
      : endSentence(t('placeOptions.weBookYouIn', { at: at(place.deadline, place.deadlineDay, props) })),
    option: <LeaveLine />,
  }
}

function LeaveLine() {
  return (
    <Way
      title={t('placeOptions.leaveTheLine')}
      button={<PostButton intent="giveBack">{t('placeOptions.leaveIt')}</PostButton>}
    >
      {t('placeOptions.itHasCostYou')}
    </Way>
  )
}

function openView(props: Props): View {
  const { date, place, opensOn } = props
  const left = Math.max(0, date.capacity - date.taken)
  const isFull = !hasFreePlace(props)
  const heading = isFull
    ? t('placeOptions.allPlacesAreTaken')
    : isFirstCome(props)
      ? t('placeOptions.placeCameFree', { left })
      : endSentence(t('placeOptions.left', { left: capitalize(t('placeOptions.placeIs', { left })) }))
  // nothing that pays for a class is for sale before the opening
  const canPay = place.allowances.length > 0
  if (opensOn !== null && (!canPay || !isOpenOn(date.day, opensOn)))
    return { heading, note: openingNotice(opensOn), option: null }
  if (place.bookableFrom !== null)
    return {
      heading,
      note: endSentence(t('placeOptions.canBeBookedFrom', { bookableFrom: formatDay(place.bookableFrom) })),
      option: null,
    }
  const [first] = place.allowances
  if (!place.isSignedIn)
    return {
      heading,
      note: null,
      option: (
        <Way
          title={t('placeOptions.bookAPlace')}
          button={
            <LinkButton
              variant="primary"
              to={`/signIn?${new URLSearchParams({ from: `/timetable/${date.id}` })}`}
            >
              {t('placeOptions.signInToBook')}
            </LinkButton>
          }
        >
          {t('placeOptions.classesComeWithA')}
        </Way>
      ),
    }
  if (!first)
    return {
      heading,
      note: t('placeOptions.classesComeWithA2'),
      option: (
        <Way
          title={t('placeOptions.chooseAnHourFirst')}
          button={
            <LinkButton variant="primary" to="/hours">
              {t('placeOptions.findAnHour')}
            </LinkButton>
          }
        >
          {t('placeOptions.everyPlanHasClasses')}
        </Way>
      ),
    }
  if (first.left === 0)
    return {
      heading,
      note: endSentence(t('placeOptions.noClassIsLeft', { untilDay: formatDay(first.untilDay) })),
      option: null,
    }
  return { heading, ...bookable(props, isFull) }
}

function bookable(props: Props, isFull: boolean): Omit<View, 'heading'> {
  const { place } = props
  const deadline = at(place.deadline, place.deadlineDay, props)
  const toChange = t('placeOptions.minutesToChange', { minutes: place.graceMinutes })
  if (isFull)
    return {
      note: place.isPastDeadline
        ? t('placeOptions.ifAPlaceComes2')
        : endSentence(t('placeOptions.whoWaitsIsBooked', { deadline })),
      option: (
        <Way
          title={t('placeOptions.joinTheWaitingList')}
          button={
            <PostButton intent="book" isMain>
              {t('placeOptions.joinTheList')}
            </PostButton>
          }
        >
          {t('placeOptions.personWaitsNowIt', { waiting: props.date.waiting })}
        </Way>
      ),
    }
  return {
    note: isFirstCome(props)
      ? t('placeOptions.whoeverIsFirst')
      : place.isPastDeadline
        ? toChange
        : endSentence(t('placeOptions.freeToGiveBack', { deadline })),
    option: (
      <Way
        title={t('placeOptions.bookAPlace')}
        button={
          <PostButton intent="book" isMain form="book-place">
            {t('placeOptions.bookAPlace')}
          </PostButton>
        }
      >
        {isFirstCome(props) && `${toChange} `}
        <PaidWith allowances={place.allowances.filter(({ left }) => left !== 0)} />
      </Way>
    ),
  }
}

/** `Paid with your month with Mira Okafor: 3 of 5 classes left until Mon 30 Nov.` */
function paidWithSentence({ title, trainerName, given, left, untilDay }: Allowance): string {
  const name =
    title ?? t('placeOptions.yourMonthWith', { trainerName: trainerName ?? t('placeOptions.theClub') })
  const rest =
    left === null ? t('placeOptions.asManyClassesAs') : t('placeOptions.ofClassLeft', { left, given: given! })
  return endSentence(t('placeOptions.paidWithUntil', { name, rest, untilDay: formatDay(untilDay) }))
}

function Way({ title, button, children }: { title: string; button: ReactNode; children: ReactNode }) {
  return (
    <>
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
      {button}
    </>
  )
}

/** The allowance that pays, or a choice among several. */
function PaidWith({ allowances }: { allowances: Allowance[] }) {
  const [first, ...others] = allowances
  if (!first) return null
  if (others.length === 0) return paidWithSentence(first)
  return (
    <select
      className="input"
      name="orderId"
      form="book-place"
      aria-label={t('placeOptions.paidWith')}
      defaultValue={first.orderId}
    >
      {allowances.map((allowance) => (
        <option key={allowance.orderId} value={allowance.orderId}>
          {paidWithSentence(allowance)}
        </option>
      ))}
    </select>
  )
}

/** The button that gives a place back, with a confirmation that names the outcome. */
function GiveBack({ outcome }: { outcome: string }) {
  return (
    <>
      <ModalTrigger opens="giveBack" className="button">
        {t('placeOptions.cantCome')}
      </ModalTrigger>
      <ConfirmDialog
        id="giveBack"
        size="whole"
        heading={t('placeOptions.giveThisPlaceBack')}
        text={outcome}
        cancel={t('placeOptions.keepIt')}
        action={
          <Form method="post">
            <HiddenFields values={{ intent: 'giveBack' }} />
            <Button variant="danger">{t('placeOptions.yesGiveItBack')}</Button>
          </Form>
        }
      />
    </>
  )
}

type PostButtonProps = { intent: string; isMain?: boolean; form?: string; children: ReactNode }

/** `form` is the id of its form, for fields outside of it. */
function PostButton({ intent, isMain, form, children }: PostButtonProps) {
  return (
    <Form method="post" id={form}>
      <HiddenFields values={{ intent }} />
      <Button variant={isMain ? 'primary' : 'outline'}>{children}</Button>
    </Form>
  )
}
