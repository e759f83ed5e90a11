import { TextField } from '#app/forms/field.tsx'

type Props = {
  labels: readonly [first: string, last: string]
  query: { fromDay: string; untilDay: string }
  errors: Partial<Record<string, string>>
}

/** First and last day; the last is optional. Its error waits until the first day is valid. */
export function DayRangeFields({ labels: [first, last], query, errors }: Props) {
  return (
    <div className="two">
      <TextField
        label={first}
        name="fromDay"
        type="date"
        defaultValue={query.fromDay}
        error={errors.fromDay}
        required
      />
      <TextField
        label={last}
        name="untilDay"
        type="date"
        defaultValue={query.untilDay}
        error={errors.fromDay ? undefined : errors.untilDay}
      />
    </div>
  )
}
