import type { getClubPerson, PersonsList } from '#domain/overview/person.server.ts'
import type { ListedLesson } from '#domain/lessons/lesson-list.server.ts'
import type { TrainersShare } from '#domain/ledger/shares.server.ts'
import type { Listed } from '#domain/paging.ts'
import type { Problem } from '#app/forms/form-problem.ts'
import { StatusDot } from '#app/components/status-dot.tsx'
import { lineOf, titleOf } from '#app/pages/dashboard/admin/audit-words.ts'
import { ListPages } from '#app/pages/dashboard/list-pages.tsx'
import { fewRowsAPage } from '#app/pages/dashboard/paging.ts'
import { formatDate, formatTime } from '#words/moments.ts'
import { formatMoney } from '#words/money.ts'
import { formatCount } from '#words/phrases.ts'
import { withoutFullStop } from '#words/quotes.ts'
import { PersonsDates } from './persons-dates.tsx'
import { PersonsHours } from './persons-hours.tsx'
import { PersonsPayments } from './persons-payments.tsx'
import { Part, PersonsRow } from './persons-rows.tsx'
import { TrainersShareOf } from './trainers-share.tsx'

/** Everything of the page that has pages of its own. */
export type List = PersonsList | 'dates' | 'given'

/** What happened is many lines of one kind; the latest five say most. */
export const rowsOf = (list: List) => (['letters', 'acts', 'done'].includes(list) ? 5 : fewRowsAPage)

type Props = Omit<Awaited<ReturnType<typeof getClubPerson>>, 'held'> & {
  dates: Listed<ListedLesson>
  given: Listed<ListedLesson> | null
  share: TrainersShare | null
  problemOfShare: Problem | null
  pages: Record<List, number>
  /** The address of a refund's question, which leaves the lists where they are. */
  refundAt: (paymentId: string) => string
  /** Whether letters reach anybody. */
  hasMail: boolean
  timeZone: string
}

/** All that the office knows of somebody, list by list; each turns its pages alone. */
export function PersonsLists(props: Props) {
  const { person, hours, payments, letters, acts, done, dates, given, share, pages, timeZone } = props
  const moment = (at: Date) => `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`
  const keep = (list: List) => Object.keys(pages).filter((each) => each !== list)
  const pagesOf = (list: PersonsList, of: string) => (
    <ListPages
      page={pages[list]}
      total={props[list].total}
      rows={rowsOf(list)}
      parameter={list}
      keep={keep(list)}
      of={of}
    />
  )
  return (
    <>
      <Part
        heading="Hours"
        empty="No hour yet"
        count={hours.total}
        note={formatCount(hours.total, 'month', 'months')}
      >
        <PersonsHours
          hours={hours.items}
          personId={person.erasedAt ? null : person.id}
          now={person.now}
          timeZone={timeZone}
        />
        {pagesOf('hours', 'hours')}
      </Part>
      <Part
        heading="Payments"
        empty="Nothing paid yet"
        count={payments.total}
        note={`${formatMoney(person.paidCents)} in all`}
      >
        <PersonsPayments payments={payments.items} refundAt={props.refundAt} timeZone={timeZone} />
        {pagesOf('payments', 'payments')}
      </Part>
      <Part heading="Dates ahead" empty="No date ahead" count={dates.total}>
        <PersonsDates lessons={dates} page={pages.dates} parameter="dates" keep={keep('dates')} />
      </Part>
      {given && (
        <Part heading="Hours they give" empty="No hour ahead" count={given.total}>
          <PersonsDates
            lessons={given}
            page={pages.given}
            parameter="given"
            keep={keep('given')}
            isTrainers
          />
        </Part>
      )}
      <Part
        heading="Letters"
        empty="No letter yet"
        count={letters.total}
        note={formatCount(letters.total, 'letter', 'letters')}
      >
        <ul className="todo person-rows">
          {letters.items.map(({ id, subject, queuedAt, handedOverAt, failedAt }) => (
            <PersonsRow key={id} what={subject} says={moment(queuedAt)}>
              {failedAt && !handedOverAt ? (
                <StatusDot kind="bad">Not taken</StatusDot>
              ) : !props.hasMail ? (
                <StatusDot kind="held">Written</StatusDot>
              ) : handedOverAt ? (
                <StatusDot kind="ink">Handed over</StatusDot>
              ) : (
                <StatusDot kind="held">On its way</StatusDot>
              )}
            </PersonsRow>
          ))}
        </ul>
        {pagesOf('letters', 'letters')}
      </Part>
      <Part
        heading="Their activity log"
        empty="Nothing yet"
        count={acts.total}
        note={formatCount(acts.total, 'entry', 'entries')}
      >
        <ul className="todo person-rows">
          {acts.items.map(({ id, summary, detail, times, happenedAt }) => (
            <PersonsRow
              key={id}
              what={summary}
              says={[detail && withoutFullStop(detail), times > 1 && `${times} times`, moment(happenedAt)]
                .filter(Boolean)
                .join(', ')}
            />
          ))}
        </ul>
        {pagesOf('acts', 'the activity log')}
      </Part>
      <Part heading="What was done for them" empty="Nothing yet" count={done.total}>
        <ul className="todo person-rows">
          {done.items.map(({ actorName, happenedAt, id, ...entry }) => (
            <PersonsRow
              key={id}
              what={titleOf({ ...entry, subjectName: person.name })}
              says={[
                lineOf({ ...entry, subjectName: person.name }, timeZone),
                `${actorName ?? 'The club itself'}, ${moment(happenedAt)}`,
              ]
                .filter(Boolean)
                .map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
            />
          ))}
        </ul>
        {pagesOf('done', 'what was done')}
      </Part>
      {share && <TrainersShareOf share={share} name={person.name} problem={props.problemOfShare} />}
    </>
  )
}
