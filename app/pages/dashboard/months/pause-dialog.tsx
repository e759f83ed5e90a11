import { Form } from 'react-router'
import type { PausedLesson, PausePreview } from '#domain/months/pausing.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence, firstName } from '#format/text.ts'

type Props = PausePreview & { days: { fromDay: string; untilDay: string }; closeTo: string }

/** Confirms a pause and lists the hours that become make-ups, and those that stay. */
export function PauseDialog({ hours, staying, until, days, closeTo }: Props) {
  const { fromDay, untilDay } = days
  const range =
    fromDay === untilDay ? `on ${formatDay(fromDay)}` : `from ${formatDay(fromDay)} to ${formatDay(untilDay)}`
  return (
    <ConfirmDialog
      size="wide"
      closeTo={closeTo}
      heading={`Pause ${range}?`}
      text={`You get ${endSentence(makeUpsText(hours.length, until))} A month can be paused once, and a pause can’t be taken back.`}
      more={
        <ul className="affected-members">
          {hours.map((hour) => (
            <li key={timeOf(hour)}>
              <span>
                <b>{timeOf(hour)}</b> becomes a make-up
              </span>
            </li>
          ))}
          {staying.map((hour) => (
            <li key={timeOf(hour)}>
              <span>
                <b>{timeOf(hour)}</b> stays: it is a make-up
              </span>
              <span className="number">with {firstName(hour.trainerName)}</span>
            </li>
          ))}
        </ul>
      }
      action={
        <Form method="post">
          <HiddenFields values={{ intent: 'pause', ...days }} />
          <Button variant="primary">Pause on these days</Button>
        </Form>
      }
    />
  )
}

const timeOf = ({ day, startHour }: PausedLesson) => `${formatDay(day)}, ${formatHour(startHour)}`

/** `a make-up to use until Wed 20 Jan`, `3 make-ups, the first to use until Wed 20 Jan` */
export const makeUpsText = (count: number, until: string) =>
  count === 1
    ? `a make-up to use until ${formatDay(until)}`
    : `${count} make-ups, the first to use until ${formatDay(until)}`
