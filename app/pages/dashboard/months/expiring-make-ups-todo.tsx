import type { ExpiringMakeUps } from '#domain/months/expiring-make-ups.server.ts'
import { Avatar } from '#app/components/picture.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import { formatDay } from '#format/days.ts'
import { endSentence, formatCount } from '#format/text.ts'

/** The expiring make-ups of one month as a task. */
export const ExpiringMakeUpsTodo = ({ month }: { month: ExpiringMakeUps }) => (
  <TodoItem
    mark={<Avatar portrait={month.portrait} />}
    what={month.memberName}
    why={`${formatCount(month.count, 'make-up expires', 'make-ups expire')}${month.count > 1 ? ', the first after' : ' after'} ${endSentence(formatDay(month.until))} With ${month.trainerName}.`}
    to={`/dashboard/owed/${month.bookingId}`}
    action="Refund"
    about={`a make-up of ${month.memberName}`}
  />
)
