import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Dots, StatusDot } from '#app/components/status-dot.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList, pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { daysLeft, shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { texts } from '#copy/texts.ts'
import { readClubTime } from '#domain/overview/day-overview.server.ts'
import {
  listMembersOfTrainer,
  type CurrentMember,
  type FormerMember,
} from '#domain/trainers/own-members.server.ts'
import { listOwnSlots } from '#domain/trainers/own-slots.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHourSpan } from '#format/hours.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/manage-member.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.manageMember.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const [members, slots, now] = await Promise.all([
      listMembersOfTrainer(actor, pageRange(page, rowsInShortList)),
      listOwnSlots(actor),
      readClubTime(actor),
    ])
    const free = slots.filter(({ state }) => state === 'free').length
    return { ...members, free, page, now, timeZone: club.timeZone }
  },
)

export default function ManageMember({ loaderData }: Route.ComponentProps) {
  const { current, history, page, now, timeZone } = loaderData
  return (
    <>
      <h1>{texts.manageMember.heading}</h1>
      <p className="subtitle">{t('manageMember.whoHasYourHours')}</p>
      <StatBar {...loaderData} />
      <section className="panel">
        <header>
          <h2>{t('manageMember.now')}</h2>
          {current.length > 0 && <span className="note">{t('manageMember.earliestHourFirst')}</span>}
        </header>
        {current.length === 0 ? (
          <EmptyState
            heading={t('manageMember.noMembersYet')}
            headingLevel={3}
            action={<LinkButton to="/dashboard/manageSlots">{texts.sideMenu.manageSlots}</LinkButton>}
          >
            {t('manageMember.asSoonAsSomeone')}
          </EmptyState>
        ) : (
          <CurrentMembers members={current} now={now} timeZone={timeZone} />
        )}
      </section>
      {history.total > 0 && (
        <section className="panel">
          <header>
            <h2>{t('manageMember.earlier')}</h2>
            <span className="note">{t('manageMember.theirMonthIsOver')}</span>
          </header>
          <FormerMembers members={history.items} timeZone={timeZone} />
          <ListPagination page={page} total={history.total} rows={rowsInShortList} />
        </section>
      )}
    </>
  )
}

function StatBar({ current, free, now }: Route.ComponentProps['loaderData']) {
  const people = new Set(current.map(({ personId }) => personId)).size
  const classes = current.reduce((sum, member) => sum + member.classes, 0)
  const ending = current.filter(({ isRenewed }) => !isRenewed)
  const first = ending.toSorted((a, b) => a.until.getTime() - b.until.getTime())[0]
  return (
    <div className="bar">
      <span>
        <b>{people}</b>
        {t('manageMember.member', { people })}
      </span>
      <span>
        <b>{free}</b>
        {t('manageMember.hourIsFree', { free })}
      </span>
      <span>
        <b>{classes}</b>
        {t('manageMember.classesThisMonth')}
      </span>
      {first && (
        <span>
          <b>{first.name}</b>
          {t('manageMember.endsFirstInDay', { daysLeft: daysLeft(first.until, now) })}
        </span>
      )}
    </div>
  )
}

function CurrentMembers({
  members,
  now,
  timeZone,
}: {
  members: CurrentMember[]
  now: Date
  timeZone: string
}) {
  return (
    <Table
      caption={t('manageMember.currentMembers')}
      tall
      rows={members}
      keyOf={({ bookingId }) => bookingId}
      columns={[
        {
          name: t('manageMember.member2'),
          place: 'name',
          look: 'strong',
          cell: ({ personId, name, portrait }) => (
            <PersonCell portrait={portrait}>
              <Link to={`/dashboard/trainee/${personId}`}>{name}</Link>
            </PersonCell>
          ),
        },
        {
          name: t('form.email'),
          place: 'under',
          look: 'muted',
          cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
        },
        { name: t('manageMember.slot'), place: 'wide', cell: ({ slotName }) => slotName },
        {
          name: t('manageMember.time'),
          place: 'says',
          look: 'muted',
          cell: ({ startHour }) => <span className="no-wrap">{formatHourSpan(startHour)}</span>,
        },
        { name: t('manageMember.package'), place: 'adds', cell: ({ plan }) => capitalize(plan) },
        {
          name: t('navigation.classes'),
          place: 'wide',
          cell: ({ classes }) => {
            return (
              <Dots
                className="week-row"
                label={t('manageMember.classes', { classes })}
                kinds={Array.from({ length: classes }, () => 'ink' as const)}
              />
            )
          },
        },
        {
          name: t('manageMember.since'),
          place: 'wide',
          look: 'muted',
          cell: ({ since }) => <span className="no-wrap">{formatDate(since, timeZone)}</span>,
        },
        {
          name: t('manageMember.paidUntil'),
          place: 'number',
          cell: (member) => <MonthProgress {...{ member, now, timeZone }} />,
        },
      ]}
    />
  )
}

function MonthProgress({ member, now, timeZone }: { member: CurrentMember; now: Date; timeZone: string }) {
  return (
    <span className="who no-wrap">
      <TimerRing left={shareLeft(member.since, member.until, now)} />
      <span>
        {formatDate(member.until, timeZone)}
        <span className="block muted">
          {t('manageMember.day', { daysLeft: daysLeft(member.until, now) })}
        </span>
      </span>
    </span>
  )
}

function FormerMembers({ members, timeZone }: { members: FormerMember[]; timeZone: string }) {
  return (
    <Table
      caption={t('manageMember.formerMembers')}
      tall
      rows={members}
      keyOf={({ bookingId }) => bookingId}
      columns={[
        {
          name: t('manageMember.member2'),
          place: 'name',
          cell: ({ name, portrait }) => <PersonCell portrait={portrait}>{name}</PersonCell>,
        },
        {
          name: t('manageMember.slot'),
          place: 'says',
          look: 'muted',
          cell: ({ slotName, startHour }) => `${slotName}, ${formatHourSpan(startHour)}`,
        },
        {
          name: t('manageMember.package'),
          place: 'adds',
          look: 'muted',
          cell: ({ plan }) => capitalize(plan),
        },
        {
          name: t('manageMember.ended'),
          place: 'number',
          cell: ({ state, until, since }) => (
            <StatusDot kind="ring">
              {state === 'ended'
                ? formatDate(until, timeZone)
                : t('manageMember.refundedPaid', { since: formatDate(since, timeZone) })}
            </StatusDot>
          ),
        },
      ]}
    />
  )
}
