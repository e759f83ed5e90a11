/** A notice that the hour a person chose is no longer free. */
export function ChosenSlotTaken() {
  return (
    <p className="chosen-slot-taken" role="status">
      Someone was faster: the hour you chose is taken. These are free.
    </p>
  )
}
