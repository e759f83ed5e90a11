import type { SlotState } from '#domain/slots/slots.rules.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { dotOf } from '#app/pages/dashboard/slot-dot.ts'

type Row = { id: string; name: string; slots: { startHour: number; state: SlotState }[] }

const fewestColumns = 8
const mostColumns = 12

/** The hours of the first trainers as dots over the clock. */
export function Floor({ trainers }: { trainers: Row[] }) {
  const starts = trainers.flatMap((trainer) => trainer.slots.map((slot) => slot.startHour))
  const first = Math.min(...starts, 24 - fewestColumns)
  const columns = Math.min(mostColumns, Math.max(fewestColumns, Math.max(...starts, 0) - first + 1))
  const hours = Array.from({ length: columns }, (_, index) => first + index)
  const soldOf = ({ slots }: Row) => slots.filter(({ state }) => state === 'sold').length
  const sentence = trainers
    .map((trainer) => `${trainer.name} ${soldOf(trainer)} of ${trainer.slots.length}`)
    .join(', ')
  return (
    <section className="panel">
      <header>
        <h2>Hours by trainer</h2>
        <span className="note legend">
          <Dot kind="on" />
          sold
          <Dot kind="held" />
          held
          <Dot kind="ring" />
          free
        </span>
      </header>
      <div className="floor" role="img" aria-label={`Hours sold: ${sentence || 'none'}.`}>
        <div className="floor-row axis">
          <span className="name" />
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}</span>
          ))}
          <span className="sold-count" />
        </div>
        {trainers.map((trainer) => (
          <div className="floor-row" key={trainer.id}>
            <span className="name">{trainer.name}</span>
            {hours.map((hour) => {
              const slot = trainer.slots.find(({ startHour }) => startHour === hour)
              return <span key={hour}>{slot && <Dot kind={dotOf(slot.state)} />}</span>
            })}
            <span className="sold-count">
              {soldOf(trainer)} of {trainer.slots.length}
            </span>
          </div>
        ))}
      </div>
    </section>
  )
}
