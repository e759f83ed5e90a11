import { useId, type ReactNode } from 'react'
import { TimerRing } from '#app/components/timer-ring.tsx'

type Props = {
  heading: string
  text: ReactNode
  /** The share of the time that is left, from 0 to 1. */
  left: number
  /** The button to press in time. */
  children: ReactNode
}

/** A deadline as a ring, and the button to press before it. */
export function CountdownBanner({ heading, text, left, children }: Props) {
  const id = useId()
  return (
    <section className="countdown-banner" aria-labelledby={id}>
      <TimerRing left={left} />
      <div>
        <h2 id={id}>{heading}</h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}
