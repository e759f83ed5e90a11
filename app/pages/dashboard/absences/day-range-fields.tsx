import { TextField } from '#app/forms/field.tsx'

type Props = {
  /** What the two are called: the first and the last day. */
  labels: readonly [first: string, last: string]
  asked: { fromDay: string; untilDay: string }
  errors: Partial<Record<string, string>>
}

/** From which day on and until which; one day, when the last is left out. A wrong first day is mended first. */
export function DayRangeFields({ labels: [first, last], asked, errors }: Props) {
  return (
    <div className="two">
      <TextField
        label={first}
        name="fromDay"
        type="date"
        defaultValue={asked.fromDay}
        error={errors.fromDay}
        required
      />
      <TextField
        label={last}
        name="untilDay"
        type="date"
        defaultValue={asked.untilDay}
        error={errors.fromDay ? undefined : errors.untilDay}
      />
    </div>
  )
}
