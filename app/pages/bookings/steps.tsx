import { classNames } from '#app/components/class-names.ts'

const names = ['Slot', 'Plan', 'Payment'] as const

export type Step = (typeof names)[number]

/** The way of a booking, and where on it one stands. */
export function Steps({ current }: { current: Step }) {
  const at = names.indexOf(current)
  return (
    <ol className="steps" aria-label="Steps of a booking">
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
