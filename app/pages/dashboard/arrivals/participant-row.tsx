import { Check, X } from 'lucide'
import { useFetcher } from 'react-router'
import { Face } from '#app/components/face.tsx'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { StatusDot } from '#app/components/status-dot.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { ListedParticipant } from '#domain/visits/attendance.server.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

/** A participant; `isUnsent` while the mark waits on this device for a connection. */
export type ShownParticipant = ListedParticipant & { isUnsent: boolean }

type Props = { person: ShownParticipant; isClass: boolean; isOpen: boolean }

/** A participant with a button for each mark; the pressed one removes its mark. A tap is saved at once. */
export function ParticipantRow({ person, isClass, isOpen }: Props) {
  const { participantId, name, portrait, state, attendance, isUnsent } = person
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
    <li className="came" id={participantId}>
      <Face portrait={portrait} name={name} />
      <div className="name">
        <b>{name}</b>
        <span role={problem ? 'alert' : undefined}>
          {problem ? (
            t('participantRow.notSaved', { message: problem.message })
          ) : isUnsent ? (
            <StatusDot kind="held">
              {t('participantRow.notSentYet', { note: noteOf(person, shown) })}
            </StatusDot>
          ) : (
            noteOf(person, shown)
          )}
        </span>
      </div>
      {isOpen && (
        <fetcher.Form method="post" action={`#${participantId}`} className="marks">
          <HiddenFields values={{ intent: 'mark', participantId }} />
          {isClass &&
            (state === 'late' || shown === 'missed' || shown === 'excused') &&
            mark('excused', t('participantRow.excused'), null)}
          {state === 'booked' && mark('missed', t('participantRow.missed'), X)}
          {state === 'booked' && mark('attended', t('participantRow.came'), Check)}
        </fetcher.Form>
      )}
    </li>
  )
}

const markNotes = (): Record<string, string> => ({
  attended: t('participantRow.came'),
  missed: t('participantRow.missed'),
  excused: t('participantRow.excused'),
})

function noteOf({ state, guestOf, lastHere }: ListedParticipant, shown: unknown): string {
  const before =
    state === 'late'
      ? t('participantRow.gaveItBackToo')
      : guestOf !== null
        ? t('participantRow.guestOf', { guestOf })
        : lastHere === null
          ? t('participantRow.firstTimeHere')
          : t('participantRow.lastHere', { lastHere: formatDay(lastHere) })
  const note = markNotes()[String(shown)]
  return note === undefined ? before : `${note}. ${before}`
}
