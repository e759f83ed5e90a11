import { Avatar } from '#app/components/picture.tsx'
import { TodoItem } from '#app/pages/dashboard/parts/todo-item.tsx'
import type { ExpiringMakeUps } from '#domain/months/expiring-make-ups.server.ts'
import { formatDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** The expiring make-ups of one month as a task. */
export const ExpiringMakeUpsTodo = ({ month }: { month: ExpiringMakeUps }) => (
  <TodoItem
    mark={<Avatar portrait={month.portrait} />}
    what={month.memberName}
    why={t('expiringMakeUpsTodo.makeUpExpiresThe', {
      count: month.count,
      count2: month.count > 1 ? 'yes' : 'no',
      until: endSentence(formatDay(month.until)),
      trainerName: month.trainerName,
    })}
    to={`/dashboard/owed/${month.bookingId}`}
    action={t('expiringMakeUpsTodo.refund')}
    about={t('expiringMakeUpsTodo.aMakeUpOf', { memberName: month.memberName })}
  />
)
