import { Link } from 'react-router'
import { NoLessonMark } from '#app/components/month-dates.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import { noLessonReasonLabels } from '#domain/lessons/lessons.rules.ts'
import type { LessonListItem } from '#domain/lessons/roster/lesson-list.server.ts'
import type { Page } from '#domain/pagination.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Props = {
  lessons: Page<LessonListItem>
  page: number
  /** Query parameter with the page number of this list. */
  parameter: 'dates' | 'given'
  /** Query parameters of the page's other lists. */
  keepParameters: string[]
  /** Whether they are a trainer's hours, which show the member's name. */
  isTrainers?: boolean
}

/** Dated hours of a person from now on, each with a link to its page. */
export function MemberLessons({ lessons, page, parameter, keepParameters, isTrainers = false }: Props) {
  return (
    <>
      <ul className="todo">
        {lessons.items.map((lesson) => (
          <li key={lesson.id}>
            {lesson.because === null ? <Dot kind={lesson.isOver ? 'ink' : 'on'} /> : <NoLessonMark />}
            <div>
              <b>{whenOf(lesson)}</b>
              <p>
                {titleOf(lesson, isTrainers)}
                {lessonStatusOf(lesson, isTrainers)}.
              </p>
            </div>
            <Link
              className="row-link push-end"
              to={lesson.group ? `/timetable/${lesson.id}` : `/dashboard/lesson/${lesson.id}`}
            >
              {t('memberLessons.open')}
              <span className="visually-hidden"> {whenOf(lesson)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ListPagination
        page={page}
        total={lessons.total}
        rows={rowsInShortList}
        parameter={parameter}
        keepParameters={keepParameters}
        of={isTrainers ? t('memberLessons.hoursTheyGive') : t('memberLessons.dates')}
      />
    </>
  )
}

const whenOf = ({ day, startHour, startMinute }: LessonListItem) =>
  `${formatDay(day)}, ${formatClock(startHour, startMinute)}`

/** `With Noor Haddad`, `Night Ride with Theo Marchetti` or `Night Ride, 7 of 12 booked` */
function titleOf({ group, memberName, trainerName }: LessonListItem, isTrainers: boolean): string {
  if (!group) return t('memberLessons.with', { name: (isTrainers ? memberName : trainerName) ?? '' })
  return isTrainers
    ? t('memberLessons.ofBooked', { title: group.title, taken: group.taken, capacity: group.capacity })
    : t('memberLessons.with2', { title: group.title, trainerName })
}

function lessonStatusOf(lesson: LessonListItem, isTrainers: boolean): string {
  const { because, insteadOf, trainerName, coverUntil } = lesson
  if (because !== null) return `: ${noLessonReasonLabels[because]}`
  if (coverUntil !== null)
    return isTrainers ? t('memberLessons.coverWanted') : t('memberLessons.whoIsAwayCover')
  if (insteadOf === null) return ''
  return isTrainers
    ? t('memberLessons.byFor', { trainerName, insteadOf })
    : t('memberLessons.for', { insteadOf })
}
