import { classNames } from '#app/components/join-class-names.ts'

const names = ['Slot', 'Plan', 'Payment'] as const

export type Step = (typeof names)[number]

/** The steps of a booking, with the current one marked. */
export function BookingSteps({ current }: { current: Step }) {
  const at = names.indexOf(current)
  return (
    <ol className="steps" aria-label="Booking steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={classNames(index < at && 'done')}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classNames('dot', index === at && 'on', index > at && 'ring')} />
          {name}
          {index < at && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
