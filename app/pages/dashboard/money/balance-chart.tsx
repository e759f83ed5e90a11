import type { BalanceByDay } from '#domain/ledger/balance.server.ts'
import { formatDate } from '#format/date-time.ts'
import { addDays, daysBetween, formatDayOfMonth } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

const height = 176
const width = 1000

/** Balance by day as a step line. */
export function BalanceChart({ byDay }: { byDay: BalanceByDay }) {
  const { from, to, startCents, days } = byDay
  const endCents = days[days.length - 1]?.balanceCents ?? startCents
  // the amount is set below the line after a fall, else above, so that they do not overlap
  const fell = (days[days.length - 1]?.changeCents ?? 0) < 0
  // a change today puts the mark at the edge; on a level line the mark stays within the plot
  const endX = days[days.length - 1]?.day === to ? 120 : 113
  const ticks = ticksFor([startCents, ...days.map((day) => day.balanceCents)])
  const lowest = ticks[0] ?? 0
  const highest = ticks[ticks.length - 1] ?? 1
  const yOf = (cents: number) => round(height - ((cents - lowest) / (highest - lowest)) * height)
  const xOf = (day: string) => round((daysBetween(from, day) / Math.max(1, daysBetween(from, to))) * width)
  const line = [
    `M0 ${yOf(startCents)}`,
    ...days.map((day) => `H${xOf(day.day)}V${yOf(day.balanceCents)}`),
    `H${width}`,
  ].join('')
  return (
    <section className="panel">
      <header>
        <h2>{t('balanceChart.balanceByDay')}</h2>
        <span className="note">
          {t('balanceChart.to', { from: formatDayOfMonth(from), longDay: longDay(to) })}
        </span>
      </header>
      <div
        className="chart"
        role="img"
        aria-label={t('balanceChart.theBalanceFromTo', {
          longDay: longDay(from),
          longDay2: longDay(to),
          start: formatMoney(startCents),
          end: formatMoney(endCents),
        })}
      >
        <ul className="amounts">
          {ticks.toReversed().map((cents) => (
            <li key={cents}>{formatMoney(cents)}</li>
          ))}
        </ul>
        <div className="plot">
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((cents) => (
              <path
                key={cents}
                className={cents === 0 ? 'grid zero' : 'grid'}
                d={`M0 ${yOf(cents)}H${width}`}
              />
            ))}
            <path className="under-line" d={`${line}V${yOf(Math.max(0, lowest))}H0Z`} />
            <path className="line" d={line} />
            {days.map((day) => (
              <DayDot key={day.day} x={xOf(day.day)} y={yOf(day.balanceCents)} hollow={day.changeCents < 0} />
            ))}
          </svg>
          <svg className="end" viewBox={`0 0 120 ${height}`} width="120" height={height} aria-hidden="true">
            <circle cx={endX} cy={yOf(endCents)} r="6" />
            <text x="120" y={yOf(endCents) + (fell ? 26 : -14)} textAnchor="end">
              {formatMoney(endCents)}
            </text>
          </svg>
        </div>
        <ul className="dates">
          {[0, 1, 2, 3, 4].map((quarter) => (
            <li key={quarter}>
              {formatDayOfMonth(addDays(from, Math.round((daysBetween(from, to) * quarter) / 4)))}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A zero-length line with round caps stays a circle when the drawing is stretched. */
function DayDot({ x, y, hollow }: { x: number; y: number; hollow: boolean }) {
  return (
    <>
      <path className="day" d={`M${x} ${y}h0.01`} />
      {hollow && <path className="day hollow" d={`M${x} ${y}h0.01`} />}
    </>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

/** Three to six round amounts that span all values and zero. */
function ticksFor(all: number[]): number[] {
  const low = Math.min(0, ...all)
  const high = Math.max(100, ...all)
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) => Math.round((first + index) * step))
}

const longDay = (day: string) => formatDate(day, 'UTC')
