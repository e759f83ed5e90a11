import { t } from '#messages/t.ts'

/** A notice that the hour a person chose is no longer free. */
export function ChosenSlotTaken() {
  return (
    <p className="chosen-slot-taken" role="status">
      {t('chosenSlotTaken.someoneWasFasterThe')}
    </p>
  )
}
