import { EmptyState } from '#app/components/empty-state.tsx'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { WeekDots } from '#app/components/week-dots.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import type { SlotState } from '#domain/slots/slots.rules.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { ChosenSlotTaken } from './chosen-slot-taken.tsx'
import { slotElementId } from './chosen-slot.ts'
import { SlotCell } from './slot-cell.tsx'
import type { TrainerView } from './trainer-view.ts'

type Props = {
  trainer: TrainerView
  /** The id of the slot that was chosen before signing in. */
  chosen: string | null
}

const isTaken = (state: SlotState) => state === 'held' || state === 'sold'

/** The slots of a trainer. */
export function TrainerSlots({ trainer, chosen }: Props) {
  const { opensOn } = useLayoutProps().club
  if (trainer.slots.length === 0)
    return (
      <div className="section-space">
        <EmptyState heading={t('trainerSlots.noHoursYet')}>
          {t('trainerSlots.thisTrainerHasntOpened')}
        </EmptyState>
      </div>
    )
  const isGone = trainer.slots.some(
    ({ id, state, freeFrom, ownBookingId }) =>
      id === chosen && isTaken(state) && freeFrom === null && ownBookingId === null,
  )
  return (
    <>
      <div className="slots-intro">
        <p className="text-small measure-long">
          {t('trainerSlots.aSlotIsOne', { name: firstName(trainer.name) })}
        </p>
        <WeekDots days={trainer.weekdays} />
      </div>
      {isGone && <ChosenSlotTaken />}
      <ul className="slots">
        {trainer.slots.map(
          ({
            id,
            name,
            startHour,
            priceCents,
            state,
            freeFrom,
            freeAgain,
            first,
            outsideHours,
            ownBookingId,
          }) => (
            <SlotCell
              key={id}
              id={slotElementId(id)}
              chosen={id === chosen}
              slot={{
                name,
                startHour,
                priceCents,
                taken: isTaken(state) && freeFrom === null,
                freeFrom,
                unavailable: state === 'unavailable' ? freeAgainText(freeAgain) : null,
                first,
                outsideHours,
              }}
              fields={{ slotId: id, priceCents: String(priceCents) }}
              note={
                trainer.isOwn
                  ? t('trainerSlots.yourOwnHour')
                  : opensOn === null
                    ? undefined
                    : t('trainerSlots.fromTheOpeningOn')
              }
              ownBooking={
                ownBookingId === null
                  ? undefined
                  : { to: `/dashboard/payment/${ownBookingId}`, held: state === 'held' }
              }
            />
          ),
        )}
      </ul>
    </>
  )
}
