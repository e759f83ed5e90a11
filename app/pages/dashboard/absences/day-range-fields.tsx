import { DateField } from '#app/forms/date-field.tsx'
type Props = {
  labels: readonly [first: string, last: string]
  query: { fromDay: string; untilDay: string }
  errors: Partial<Record<string, string>>
}

/** First and last day; the last is optional. Its error waits until the first day is valid. */
export function DayRangeFields({ labels: [first, last], query, errors }: Props) {
  return (
    <div className="two">
      <DateField label={first} name="fromDay" defaultValue={query.fromDay} error={errors.fromDay} required />
      <DateField
        label={last}
        name="untilDay"
        defaultValue={query.untilDay}
        error={errors.fromDay ? undefined : errors.untilDay}
      />
    </div>
  )
}
