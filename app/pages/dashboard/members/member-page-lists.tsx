import { StatusDot } from '#app/components/status-dot.tsx'
import type { Problem } from '#app/forms/form-problem.ts'
import { changesLine, titleOf } from '#app/pages/dashboard/operations/audit-wording.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList } from '#app/pages/dashboard/parts/page-sizes.ts'
import type { OpeningBalance } from '#domain/imports/opening-balances.server.ts'
import type { TrainerShare } from '#domain/ledger/shares.server.ts'
import type { LessonListItem } from '#domain/lessons/roster/lesson-list.server.ts'
import type { Family } from '#domain/members/guardians.server.ts'
import type { MemberNote } from '#domain/members/notes.server.ts'
import type { getClubPerson, PersonList } from '#domain/overview/person.server.ts'
import type { Page } from '#domain/pagination.ts'
import type { GiftOrder } from '#domain/sales/gift-refunds.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { withoutFullStop } from '#format/excerpts.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { BroughtOver } from './brought-over.tsx'
import { ContactDetails } from './contact-details.tsx'
import { MemberBookings } from './member-bookings.tsx'
import { MemberFamily } from './member-family.tsx'
import { MemberGiftOrders } from './member-gift-orders.tsx'
import { MemberLessons } from './member-lessons.tsx'
import { MemberSection, MemberListRow } from './member-list-row.tsx'
import { MemberNotes } from './member-notes.tsx'
import { MemberPayments } from './member-payments.tsx'
import { TrainerShareForm } from './trainer-share-form.tsx'

/** Lists of the page that have numbered pages. */
export type MemberListName = PersonList | 'dates' | 'given'

/** Logs show five rows a page, other lists ten. */
export const rowsPerList = (list: MemberListName) =>
  ['letters', 'acts', 'done'].includes(list) ? 5 : rowsInShortList

type Props = Omit<Awaited<ReturnType<typeof getClubPerson>>, 'held'> & {
  dates: Page<LessonListItem>
  given: Page<LessonListItem> | null
  share: TrainerShare | null
  problemOfShare: Problem | null
  problemOfContact: Problem | null
  notes: MemberNote[]
  problemOfNote: Problem | null
  giftOrders: GiftOrder[]
  problemOfGift: Problem | null
  family: Family
  balances: OpeningBalance[]
  problemOfGuardian: Problem | null
  pages: Record<MemberListName, number>
  /** URL of the refund dialog that keeps the pages of the lists. */
  refundUrl: (paymentId: string) => string
  hasMail: boolean
  timeZone: string
}

/** Lists of a person's page, each with its own page number. */
export function MemberLists(props: Props) {
  const { person, hours, payments, letters, acts, done, dates, given, share, pages, timeZone } = props
  const moment = (at: Date) => `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`
  const otherLists = (list: MemberListName) => Object.keys(pages).filter((each) => each !== list)
  const pagesOf = (list: PersonList, of: string) => (
    <ListPagination
      page={pages[list]}
      total={props[list].total}
      rows={rowsPerList(list)}
      parameter={list}
      keepParameters={otherLists(list)}
      of={of}
    />
  )
  return (
    <>
      <MemberSection
        heading={t('memberPageLists.hours')}
        empty={t('memberPageLists.noHoursYet')}
        count={hours.total}
        note={t('memberPageLists.month', { total: hours.total })}
      >
        <MemberBookings
          hours={hours.items}
          personId={person.erasedAt ? null : person.id}
          now={person.now}
          timeZone={timeZone}
        />
        {pagesOf('hours', 'hours')}
      </MemberSection>
      <MemberSection
        heading={t('memberPageLists.payments')}
        empty={t('memberPageLists.nothingPaidYet')}
        count={payments.total}
        note={t('memberPageLists.inAll', { paid: formatMoney(person.paidCents) })}
      >
        <MemberPayments payments={payments.items} refundUrl={props.refundUrl} timeZone={timeZone} />
        {pagesOf('payments', 'payments')}
      </MemberSection>
      {props.giftOrders.length > 0 && (
        <MemberGiftOrders orders={props.giftOrders} problem={props.problemOfGift} timeZone={timeZone} />
      )}
      <MemberSection
        heading={t('memberPageLists.datesAhead')}
        empty={t('memberPageLists.noDatesAhead')}
        count={dates.total}
      >
        <MemberLessons
          lessons={dates}
          page={pages.dates}
          parameter="dates"
          keepParameters={otherLists('dates')}
        />
      </MemberSection>
      {given && (
        <MemberSection
          heading={t('memberPageLists.hoursTheyGive')}
          empty={t('memberPageLists.noHoursAhead')}
          count={given.total}
        >
          <MemberLessons
            lessons={given}
            page={pages.given}
            parameter="given"
            keepParameters={otherLists('given')}
            isTrainers
          />
        </MemberSection>
      )}
      <BroughtOver balances={props.balances} />
      {!person.erasedAt && <ContactDetails person={person} problem={props.problemOfContact} />}
      {!person.erasedAt && (
        <MemberFamily
          family={props.family}
          hasSignIn={person.email !== null}
          problem={props.problemOfGuardian}
        />
      )}
      {!person.erasedAt && (
        <MemberNotes notes={props.notes} problem={props.problemOfNote} timeZone={timeZone} />
      )}
      <MemberSection
        heading={t('memberPageLists.emails')}
        empty={t('memberPageLists.noEmailsYet')}
        count={letters.total}
        note={t('memberPageLists.email', { total: letters.total })}
      >
        <ul className="todo member-rows">
          {letters.items.map((letter) => (
            <MemberListRow key={letter.id} title={letter.subject} text={moment(letter.queuedAt)}>
              <LetterStatus letter={letter} hasMail={props.hasMail} moment={moment} />
            </MemberListRow>
          ))}
        </ul>
        {pagesOf('letters', t('pages.emails'))}
      </MemberSection>
      <MemberSection
        heading={t('memberPageLists.theirActivityLog')}
        empty={t('memberPageLists.nothingYet')}
        count={acts.total}
        note={t('memberPageLists.entry', { total: acts.total })}
      >
        <ul className="todo member-rows">
          {acts.items.map(({ id, summary, detail, isEnglish, times, happenedAt }) => (
            <MemberListRow
              key={id}
              title={summary}
              lang={isEnglish ? 'en' : undefined}
              text={[
                detail && withoutFullStop(detail),
                times > 1 && t('memberPageLists.times', { times }),
                moment(happenedAt),
              ]
                .filter(Boolean)
                .join(', ')}
            />
          ))}
        </ul>
        {pagesOf('acts', t('memberPageLists.theActivityLog'))}
      </MemberSection>
      <MemberSection
        heading={t('memberPageLists.whatWasDoneFor')}
        empty={t('memberPageLists.nothingYet')}
        count={done.total}
      >
        <ul className="todo member-rows">
          {done.items.map(({ actorName, happenedAt, id, ...entry }) => (
            <MemberListRow
              key={id}
              title={titleOf({ ...entry, subjectName: person.name })}
              text={[
                changesLine({ ...entry, subjectName: person.name }, timeZone),
                `${actorName ?? t('memberPageLists.theClub')}, ${moment(happenedAt)}`,
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
        {pagesOf('done', t('memberPageLists.whatWasDone'))}
      </MemberSection>
      {share && <TrainerShareForm share={share} name={person.name} problem={props.problemOfShare} />}
    </>
  )
}

type LetterStatusProps = {
  letter: Props['letters']['items'][number]
  hasMail: boolean
  moment: (at: Date) => string
}

/** State of an email; of one about a change of dates, whether its recipient knows of the change. */
function LetterStatus({ letter, hasMail, moment }: LetterStatusProps) {
  const { notice, toldBy, toldAt, datesSeenAt, handedOverAt, failedAt } = letter
  if (notice === 'told' && toldAt)
    return (
      <StatusDot kind="ink">
        {t('memberPageLists.toldBy', { toldBy: toldBy ?? '', moment: moment(toldAt) })}
      </StatusDot>
    )
  if (notice === 'seen' && datesSeenAt)
    return <StatusDot kind="ink">{t('memberPageLists.seen', { moment: moment(datesSeenAt) })}</StatusDot>
  if (notice === 'not told') return <StatusDot kind="bad">{t('memberPageLists.notTold')}</StatusDot>
  if (failedAt) return <StatusDot kind="bad">{t('memberPageLists.failed')}</StatusDot>
  if (!hasMail) return <StatusDot kind="held">{t('memberPageLists.writtenNotSent')}</StatusDot>
  if (!handedOverAt) return <StatusDot kind="held">{t('memberPageLists.onItsWay')}</StatusDot>
  return (
    <StatusDot kind="ink">
      {notice === 'delivered' ? t('memberPageLists.takenByTheMail') : t('memberPageLists.sent')}
    </StatusDot>
  )
}
