import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import type { OwedMakeUp } from '#domain/months/month-make-ups.server.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Make-ups of a month, newest first, each with its state. */
export function OwedMakeUpList({ hours, currency }: { hours: OwedMakeUp[]; currency: string }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('owedMakeUpList.owed')}</h2>
      </header>
      {hours.length === 0 && <p className="note">{t('owedMakeUpList.nothingWasOwedFor')}</p>}
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
                {t('owedMakeUpList.refund', { refund: formatMoney(hour.refundCents, currency) })}
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
  if (usedFor)
    return t('owedMakeUpList.usedFor', {
      day: formatDay(usedFor.day),
      startHour: formatHour(usedFor.startHour),
    })
  if (state === 'refunded') return t('owedMakeUpList.theMoneyWentBack')
  return state === 'open'
    ? t('owedMakeUpList.toBeUsedUntil', { until: endSentence(formatDay(until)) })
    : t('owedMakeUpList.expiredAfter', { until: endSentence(formatDay(until)) })
}
