import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'
import type { loadClubDay } from './club-day.server.ts'
import { DayLine } from './day-line.tsx'
import { NextCard } from './next-card.tsx'
import { officeMoments } from './office-moments.tsx'

type Props = { day: Awaited<ReturnType<typeof loadClubDay>>; now: Date; timeZone: string }

/** The club's day for admins and reception. */
export const ClubDayLine = ({ day, now, timeZone }: Props) => (
  <DayLine
    moments={officeMoments(day)}
    today={day.today}
    now={now}
    timeZone={timeZone}
    empty={<NextCard what={t('clubDayLine.nothingMoreToday')} who={t('clubDayLine.noHourAndNo')} />}
    end={
      <Link className="show" to="/dashboard/house">
        {day.total > day.hours.length
          ? t('clubDayLine.allHours', { total: day.total })
          : t('clubDayLine.otherDays')}
        <Icon of={ArrowRight} />
      </Link>
    }
  />
)
