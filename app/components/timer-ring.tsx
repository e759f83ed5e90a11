const circumference = 2 * Math.PI * 15

/** A decorative ring that empties. `left` is the share that remains, from 0 to 1. */
export function TimerRing({ left }: { left: number }) {
  const share = Math.min(1, Math.max(0, left))
  return (
    <svg className="timer" viewBox="0 0 36 36" aria-hidden="true">
      <circle className="whole" cx="18" cy="18" r="15" />
      {share > 0 && (
        <circle
          className="rest"
          cx="18"
          cy="18"
          r="15"
          strokeDasharray={`${(share * circumference).toFixed(2)} ${circumference.toFixed(2)}`}
          transform="rotate(-90 18 18)"
        />
      )}
    </svg>
  )
}
