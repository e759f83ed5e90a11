import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { formatLongDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

/** Marks every page as a demonstration. */
export function DemoRibbon() {
  return (
    <aside className="ribbon" aria-label={t('demo.label')}>
      <div className="wrap">
        <span className="dot" />
        {texts.demo.ribbon}
        <Link to="/mailbox">{texts.demo.mailbox}</Link>
      </div>
    </aside>
  )
}

/** Announces the day on which the club opens, or `soon`. */
export function OpeningRibbon({ day }: { day: string }) {
  return (
    <aside className="ribbon">
      <div className="wrap">
        <span className="dot" />
        {day === 'soon' ? t('opening.soon') : t('opening.ribbon', { day: formatLongDate(day, 'UTC') })}
      </div>
    </aside>
  )
}
