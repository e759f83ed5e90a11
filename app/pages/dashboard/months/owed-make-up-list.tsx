import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import type { OwedMakeUp } from '#domain/months/month-make-ups.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, endSentence } from '#format/text.ts'

/** Make-ups of a month, newest first, each with its state. */
export function OwedMakeUpList({ hours, currency }: { hours: OwedMakeUp[]; currency: string }) {
  return (
    <section className="panel">
      <header>
        <h2>Owed</h2>
      </header>
      {hours.length === 0 && <p className="note">Nothing was owed for this month.</p>}
      <ul className="todo">
        {hours.map((hour) => (
          <li key={hour.id}>
            <Dot kind={hour.state === 'open' ? 'on' : 'ring'} />
            <div>
              <b>{capitalize(describeMakeUpOrigin(hour, formatFullDay))}</b>
              <p>
                {statusOf(hour)}
                {hour.reason && ` “${hour.reason}”`}
              </p>
            </div>
            {hour.refundCents !== null && (
              <LinkButton small to={`?refund=${hour.id}`} preventScrollReset>
                Refund {formatMoney(hour.refundCents, currency)}
                <span className="visually-hidden"> {describeMakeUpOrigin(hour)}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function statusOf({ state, until, usedFor }: OwedMakeUp): string {
  if (usedFor) return `Used for ${formatDay(usedFor.day)}, ${formatHour(usedFor.startHour)}.`
  if (state === 'refunded') return 'The money went back instead.'
  return state === 'open'
    ? `To be used until ${endSentence(formatDay(until))}`
    : `Expired after ${endSentence(formatDay(until))}`
}
