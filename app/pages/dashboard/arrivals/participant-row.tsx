import { Check, X } from 'lucide'
import { useFetcher } from 'react-router'
import type { ListedParticipant } from '#domain/visits/attendance.server.ts'
import { classNames } from '#app/components/join-class-names.ts'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { formatDay } from '#format/days.ts'

type Props = { person: ListedParticipant; isClass: boolean; isOpen: boolean }

/** A participant with a button for each mark; the pressed one removes its mark. A tap is saved at once. */
export function ParticipantRow({ person, isClass, isOpen }: Props) {
  const { participantId, name, portrait, state, attendance } = person
  const fetcher = useFetcher()
  // what was tapped last, until it is saved
  const tapped = fetcher.formData?.get('attendance')
  const shown = tapped === undefined ? attendance : tapped === '' ? null : tapped
  const problem = problemOf(fetcher.data)
  const mark = (value: string, label: string, icon: typeof Check | null) => (
    <button
      name="attendance"
      value={shown === value ? '' : value}
      className={classNames('mark', icon === null && 'row-link', shown === value && 'chosen')}
      aria-pressed={shown === value}
    >
      {icon && <Icon of={icon} />}
      <span className={icon ? 'visually-hidden' : undefined}>{label}</span>
      <span className="visually-hidden">: {name}</span>
    </button>
  )
  return (
    <li className="came">
      <Avatar portrait={portrait} />
      <div className="name">
        <b>{name}</b>
        <span role={problem ? 'alert' : undefined}>
          {problem ? `Not saved. ${problem.message}` : noteOf(person, shown)}
        </span>
      </div>
      {isOpen && (
        <fetcher.Form method="post" className="marks">
          <HiddenFields values={{ intent: 'mark', participantId }} />
          {isClass &&
            (state === 'late' || shown === 'missed' || shown === 'excused') &&
            mark('excused', 'Excused', null)}
          {state === 'booked' && mark('missed', 'Missed', X)}
          {state === 'booked' && mark('attended', 'Came', Check)}
        </fetcher.Form>
      )}
    </li>
  )
}

const markNotes: Record<string, string> = { attended: 'Came', missed: 'Missed', excused: 'Excused' }

function noteOf({ state, guestOf, lastHere }: ListedParticipant, shown: unknown): string {
  const before =
    state === 'late'
      ? 'Gave it back too late'
      : guestOf !== null
        ? `Guest of ${guestOf}`
        : lastHere === null
          ? 'First time here'
          : `Last here ${formatDay(lastHere)}`
  const note = markNotes[String(shown)]
  return note === undefined ? before : `${note}. ${before}`
}
