import type { ReactNode } from 'react'

export type IllustrationState = 'held' | 'asking' | 'declined' | 'paid' | 'over' | 'leaving'

/** A decorative illustration of a booking's state. */
export function BookingIllustration({ state }: { state: IllustrationState }) {
  const wide = state === 'leaving' ? 138 : 76
  return (
    <svg
      className="state-illustration"
      viewBox={`0 0 ${wide} 76`}
      width={wide}
      height="76"
      fill="none"
      aria-hidden="true"
    >
      {state === 'leaving' ? (
        <path className="illustration-line" d="M73 34V3H3v70h70V60" strokeWidth="3.5" />
      ) : (
        <path
          className={state === 'over' ? 'illustration-edge' : 'illustration-line'}
          d="M3 3h70v70H3z"
          strokeWidth="3.5"
          strokeDasharray={state === 'over' ? '8 7' : undefined}
        />
      )}
      {dots[state]}
    </svg>
  )
}

const centre = { cx: 47, cy: 47 }

const dots: Record<IllustrationState, ReactNode> = {
  held: (
    <>
      <circle className="illustration-faint" {...centre} r="13" strokeWidth="5" />
      <circle
        className="illustration-line"
        {...centre}
        r="13"
        strokeWidth="5"
        strokeDasharray="68 82"
        transform="rotate(-90 47 47)"
      />
    </>
  ),
  asking: (
    <>
      <circle className="illustration-line" {...centre} r="13" strokeWidth="5" strokeDasharray="2.2 7.9" />
      <circle className="illustration-dot" {...centre} r="5" />
    </>
  ),
  declined: (
    <g className="illustration-danger" strokeWidth="5">
      <circle {...centre} r="13" />
      <path d="M38 56L56 38" />
    </g>
  ),
  paid: <circle className="illustration-signal" {...centre} r="14.5" strokeWidth="3" />,
  over: <circle className="illustration-edge" {...centre} r="13" strokeWidth="3.5" />,
  leaving: (
    <>
      <circle className="illustration-edge" {...centre} r="13" strokeWidth="3.5" strokeDasharray="4 4.2" />
      <g className="illustration-dot">
        <circle cx="68" cy="47" r="1.8" />
        <circle cx="80" cy="47" r="2.5" />
        <circle cx="91" cy="47" r="3.2" />
        <circle cx="101" cy="47" r="3.9" />
        <circle cx="121" cy="47" r="14.5" />
      </g>
    </>
  ),
}
