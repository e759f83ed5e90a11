import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import type { ClassPlace, OwnPlace } from '#domain/lessons/classes/class-place.server.ts'
import type { ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { capitalize, endSentence, firstName, formatCount } from '#format/text.ts'

type Props = { date: ClassDateDetail; place: ClassPlace; timeZone: string }

/** The status of a class for its viewer, and what can be done now with the consequences first. */
export function PlaceOptions(props: Props) {
  const { heading, note, option } = viewOf(props)
  return (
    <>
      <section className="lesson-status" aria-labelledby="status">
        <h2 id="status">
          {heading} {note !== null && <span>{note}</span>}
        </h2>
      </section>
      {option !== null && (
        <ul className="options">
          <li>{option}</li>
        </ul>
      )}
    </>
  )
}

type View = { heading: string; note: string | null; option: ReactNode }

function viewOf(props: Props): View {
  const { date, place } = props
  const { own } = place
  if (date.because !== null)
    return {
      heading: endSentence(`Called off: ${noLessonReasonLabels[date.because]}`),
      note: own === null ? null : 'It cost you nothing.',
      option: (
        <Way title="Another class" button={<LinkButton to="/timetable">See the timetable</LinkButton>}>
          The next ones are in the timetable.
        </Way>
      ),
    }
  if (date.isOver) return { heading: pastHeading(own), note: null, option: null }
  if (own?.state === 'booked') return bookedView(props, own)
  if (own?.state === 'waiting' && !hasFreePlace(props)) return waitingView(props, own)
  return openView(props)
}

function pastHeading(own: OwnPlace | null): string {
  if (own?.attendance === 'attended') return 'You came.'
  if (own?.attendance === 'missed') return 'You missed it.'
  if (own?.state === 'booked') return 'You were booked.'
  return 'This class has begun.'
}

/** After the deadline the line is not promoted, so the first to ask has the place. */
const hasFreePlace = ({ date, place }: Props) =>
  date.taken < date.capacity && (place.isPastDeadline || date.waiting === 0)

const at = (moment: Date, day: string, { date, timeZone }: Props) =>
  `${formatTime(moment, timeZone)} ${day === date.today ? 'today' : `on ${formatDay(day)}`}`

function bookedView(props: Props, own: OwnPlace): View {
  const { date, place } = props
  const until = at(own.freeUntil, own.freeUntilDay, props)
  const outcome =
    own.isLate && place.lateCosts
      ? 'It counts as one of your classes all the same, but somebody else can come.'
      : 'You have your class again, and the next in line gets the place.'
  const cost = place.lateCosts ? 'it costs one class' : 'it still costs nothing'
  return {
    heading: 'You are in.',
    note: own.isLate
      ? `It is too late to give it back for nothing.`
      : endSentence(`Free until ${until}`) + ` After that ${cost}.`,
    option: (
      <Way title="Give it back" button={<GiveBack outcome={outcome} />}>
        {outcome} Do nothing and {firstName(date.trainerName)} expects you.
      </Way>
    ),
  }
}

function waitingView(props: Props, own: OwnPlace): View {
  const { place } = props
  return {
    heading: own.position === 1 ? 'You are next in line.' : `You are number ${own.position} in line.`,
    note: place.isPastDeadline
      ? 'If a place comes free you get an email, and whoever is first has it.'
      : endSentence(`We book you in by ourselves until ${at(place.deadline, place.deadlineDay, props)}`),
    option: (
      <Way title="Leave the line" button={<PostButton intent="giveBack">Leave it</PostButton>}>
        It has cost you nothing so far.
      </Way>
    ),
  }
}

function openView(props: Props): View {
  const { date, place } = props
  const left = Math.max(0, date.capacity - date.taken)
  const isFull = !hasFreePlace(props)
  const heading = isFull
    ? 'All places are taken.'
    : endSentence(`${capitalize(formatCount(left, 'place is', 'places are'))} left`)
  if (place.bookableFrom !== null)
    return {
      heading,
      note: endSentence(`Can be booked from ${formatDay(place.bookableFrom)}`),
      option: null,
    }
  const [first] = place.allowances
  if (!place.isSignedIn)
    return {
      heading,
      note: null,
      option: (
        <Way
          title="Book a place"
          button={
            <LinkButton
              variant="primary"
              to={`/signIn?${new URLSearchParams({ from: `/timetable/${date.id}` })}`}
            >
              Sign in to book
            </LinkButton>
          }
        >
          Classes come with a plan.
        </Way>
      ),
    }
  if (!first)
    return {
      heading,
      note: 'Classes come with a plan, and none of yours covers this day.',
      option: (
        <Way
          title="Choose an hour first"
          button={
            <LinkButton variant="primary" to="/hours">
              Find an hour
            </LinkButton>
          }
        >
          Every plan has classes: three, five or six a month.
        </Way>
      ),
    }
  if (first.left === 0)
    return {
      heading,
      note: endSentence(`No class is left until ${formatDay(first.untilDay)}`),
      option: null,
    }
  return { heading, ...bookable(props, isFull) }
}

function bookable(props: Props, isFull: boolean): Omit<View, 'heading'> {
  const { place } = props
  const deadline = at(place.deadline, place.deadlineDay, props)
  if (isFull)
    return {
      note: place.isPastDeadline
        ? 'If a place comes free, whoever waits gets an email.'
        : endSentence(`Who waits is booked in by itself until ${deadline}`),
      option: (
        <Way
          title="Join the waiting list"
          button={
            <PostButton intent="book" isMain>
              Join the list
            </PostButton>
          }
        >
          {formatCount(props.date.waiting, 'person waits', 'people wait')} now. It costs nothing until you are
          in.
        </Way>
      ),
    }
  return {
    note: place.isPastDeadline
      ? 'It can’t be given back for nothing any more.'
      : endSentence(`Free to give back until ${deadline}`),
    option: (
      <Way
        title="Book a place"
        button={
          <PostButton intent="book" isMain form="book-place">
            Book a place
          </PostButton>
        }
      >
        <PaidWith allowances={place.allowances.filter(({ left }) => left !== 0)} />
      </Way>
    ),
  }
}

/** `Paid with your month with Mira Okafor: 3 of 5 classes left until Mon 30 Nov.` */
function paidWithSentence({ title, trainerName, given, left, untilDay }: Allowance): string {
  const name = title ?? `your month with ${trainerName ?? 'the club'}`
  const rest =
    left === null
      ? 'as many classes as you like'
      : `${left} of ${formatCount(given!, 'class', 'classes')} left`
  return endSentence(`Paid with ${name}: ${rest} until ${formatDay(untilDay)}`)
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
      aria-label="Paid with"
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
        Can’t come
      </ModalTrigger>
      <ConfirmDialog
        id="giveBack"
        size="whole"
        heading="Give this place back?"
        text={outcome}
        cancel="Keep it"
        action={
          <Form method="post">
            <HiddenFields values={{ intent: 'giveBack' }} />
            <Button variant="danger">Yes, give it back</Button>
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
