import { bounds } from '#domain/bounds.ts'
import { previewSlots } from '#domain/trainers/trainers.rules.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Props = { hoursADay: number; days: readonly string[]; priceCents: number }

/** The slots that an application would create, among all possible hours. */
export function SlotsPreview({ hoursADay, days, priceCents: newPriceCents }: Props) {
  const made = previewSlots(hoursADay, newPriceCents)
  const possible = previewSlots(bounds.hoursADay.most, newPriceCents)
  const total = made.reduce((sum, slot) => sum + slot.priceCents, 0)
  return (
    <aside className="summary" aria-label={t('slotsPreview.yourSlots')}>
      <h2 className="head">{t('slotsPreview.yourSlots')}</h2>
      <p className="text-small above-1" aria-live="polite">
        <b>{t('slotsPreview.slot', { count: made.length })}</b>{' '}
        {days.length > 0 ? daysInSentence(days) : t('slotsPreview.aDayChooseYour')}
      </p>
      <ol className="hours-preview">
        {possible.map(({ name, startHour, priceCents }, index) =>
          index < made.length ? (
            <li className="on" key={startHour}>
              <span className="top">
                {name}
                <span className="dot ring" />
              </span>
              <b>{formatHour(startHour)}</b>
              <span className="note">{formatMoney(priceCents)}</span>
            </li>
          ) : (
            <li key={startHour}>
              <span className="visually-hidden">
                {t('slotsPreview.notYours', { startHour: formatHour(startHour) })}
              </span>
              <i aria-hidden="true">{formatHour(startHour)}</i>
            </li>
          ),
        )}
      </ol>
      <dl className="tabular">
        <div className="total">
          <dt>{t('slotsPreview.ifAllAreSold')}</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
      <p className="note">{t('slotsPreview.aMonthEachSlot')}</p>
    </aside>
  )
}
