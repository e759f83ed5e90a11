/** Names an hour outside the opening hours. Nothing for other hours. */
export const OutsideHoursNote = ({ note }: { note: string | null }) =>
  note !== null && (
    <p className="lesson-dates">
      <b>{note}</b>
    </p>
  )
