/** A bar of `percent` of its cell: full ink, or a frame. `right` begins it at the right. */
export function Bar({ percent, hollow, right }: { percent: number; hollow?: boolean; right?: boolean }) {
  return (
    <svg className="print-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      {percent > 0 && (
        <rect
          className={hollow ? 'hollow' : 'full'}
          x={right ? 100 - percent : 0}
          y="0.5"
          width={percent}
          height="11"
        />
      )}
    </svg>
  )
}
