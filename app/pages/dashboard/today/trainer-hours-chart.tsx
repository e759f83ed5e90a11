import { Link } from 'react-router'
import { Dot } from '#app/components/status-dot.tsx'
import { slotDot } from '#app/pages/dashboard/parts/slot-dot.ts'
import type { SlotState } from '#domain/slots/slots.rules.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Row = { id: string; name: string; slots: { startHour: number; state: SlotState }[] }

/** Slots of the first trainers as dots over the hours of the day, 06:00 to 14:00 at least. */
export function TrainerHoursChart({ trainers, total }: { trainers: Row[]; total: number }) {
  const starts = trainers.flatMap((trainer) => trainer.slots.map((slot) => slot.startHour))
  const first = Math.min(6, ...starts)
  const hours = Array.from({ length: Math.max(13, ...starts) - first + 1 }, (_, index) => first + index)
  const soldOf = ({ slots }: Row) => slots.filter(({ state }) => state === 'sold').length
  const sentence = trainers
    .map((trainer) =>
      t('trainerHoursChart.of', { name: trainer.name, soldOf: soldOf(trainer), count: trainer.slots.length }),
    )
    .join(', ')
  return (
    <section className="panel">
      <header>
        <h2>{t('trainerHoursChart.hoursByTrainer')}</h2>
        <span className="note legend">
          <Dot kind="on" />
          {t('trainerHoursChart.sold')}
          <Dot kind="held" />
          {t('trainerHoursChart.held')}
          <Dot kind="ring" />
          {t('trainerHoursChart.free')}
        </span>
      </header>
      <div className="hours-chart" role="img" aria-label={t('trainerHoursChart.hoursSold', { sentence })}>
        <div className="hours-chart-row axis">
          <span className="name" />
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}</span>
          ))}
          <span className="hours-chart-free" />
          <span className="hours-chart-sold" />
        </div>
        {trainers.map((trainer) => (
          <div className="hours-chart-row" key={trainer.id}>
            <span className="name">{trainer.name}</span>
            {hours.map((hour) => {
              const slot = trainer.slots.find(({ startHour }) => startHour === hour)
              return <span key={hour}>{slot && <Dot kind={slotDot(slot.state)} />}</span>
            })}
            <span className="hours-chart-free">{firstFreeOf(trainer)}</span>
            <span className="hours-chart-sold">
              {t('trainerHoursChart.of2', { soldOf: soldOf(trainer), count: trainer.slots.length })}
            </span>
          </div>
        ))}
      </div>
      {total > trainers.length && (
        <Link className="row-link" to="/dashboard/allTrainers">
          {t('trainerHoursChart.andMore', { total: total - trainers.length })}
        </Link>
      )}
    </section>
  )
}

function firstFreeOf({ slots }: Row): string {
  const free = slots.filter(({ state }) => state === 'free').map(({ startHour }) => startHour)
  return free.length > 0
    ? t('trainerHoursChart.firstFree', { hour: formatHour(Math.min(...free)) })
    : t('trainerHoursChart.noneFree')
}
