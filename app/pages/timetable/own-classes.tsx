import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import type { ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { t } from '#messages/t.ts'
import { AllowanceLines } from './allowance-line.tsx'
import { ClassDateList } from './class-date-list.tsx'

type Props = {
  dates: ClassDate[]
  /** Classes of the last months with what became of each. */
  past?: ClassDate[]
  /** What pays for classes. */
  allowances?: Allowance[]
}

/** Section of the classes that a person booked, waits for or had; empty without any. */
export function OwnClasses({ dates, past = [], allowances = [] }: Props) {
  if (dates.length + past.length + allowances.length === 0) return null
  return (
    <section className="panel">
      <header>
        <h2>{t('ownClasses.yourClasses')}</h2>
        <Link className="show" to="/timetable">
          {t('ownClasses.timetable')}
          <Icon of={ArrowRight} />
        </Link>
      </header>
      {allowances.length > 0 && (
        <p className="above-3">
          <AllowanceLines allowances={allowances} />
        </p>
      )}
      <ClassDateList dates={dates} />
      {past.length > 0 && (
        <details className="above-3">
          <summary>{t('ownClasses.past', { count: past.length })}</summary>
          <ClassDateList dates={past} />
        </details>
      )}
    </section>
  )
}
