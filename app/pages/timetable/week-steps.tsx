import { ChevronLeft, ChevronRight } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { addDays } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Props = {
  today: string
  /** The last day on which something is planned. */
  lastDay: string
  /** The first day of the week that is shown. */
  first: string
  /** Returns the address of the week from a day on; of the present week for null. */
  addressOf: (from: string | null) => string
}

/** Links to this week, the one before and the one after, as far as there are any. */
export function WeekSteps({ today, lastDay, first, addressOf }: Props) {
  const to = (from: string) => addressOf(from <= today ? null : from)
  return (
    <div className="steps-of-week">
      {first > today && (
        <>
          <LinkButton to={addressOf(null)} small>
            {t('day.today')}
          </LinkButton>
          <Link className="icon-button boxed" to={to(addDays(first, -7))}>
            <Icon of={ChevronLeft} label={t('timetable.theWeekBefore')} />
          </Link>
        </>
      )}
      {addDays(first, 7) <= lastDay && (
        <Link className="icon-button boxed" to={to(addDays(first, 7))}>
          <Icon of={ChevronRight} label={t('timetable.theWeekAfter')} />
        </Link>
      )}
    </div>
  )
}
