import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { t } from '#messages/t.ts'
import { ClassDateList } from './class-date-list.tsx'

/** Section of the classes that a person booked or waits for; empty without one. */
export function OwnClasses({ dates }: { dates: ClassDate[] }) {
  if (dates.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('ownClasses.yourClasses')}</h2>
        <Link className="show" to="/timetable">
          {t('ownClasses.timetable')}
          <Icon of={ArrowRight} />
        </Link>
      </header>
      <ClassDateList dates={dates} />
    </section>
  )
}
