import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { openingNotice } from './opening-notice.ts'

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
        {openingNotice(day)}
      </div>
    </aside>
  )
}
