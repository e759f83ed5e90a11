import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { CursorLinks } from '#app/pages/dashboard/parts/cursor-links.tsx'
import { peopleFilters } from '#domain/overview/people-filters.rules.ts'
import { listClubPeople, type ClubPerson } from '#domain/overview/people.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDate } from '#format/date-time.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/members.ts'

const heading = () => t('members.members')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const query = new URL(request.url).searchParams
    const search = query.get('search') ?? ''
    const role = (Object.keys(roleNames) as Role[]).find((each) => each === query.get('role'))
    const shown = peopleFilters.find((each) => each === query.get('shown'))
    const people = await listClubPeople(actor, { search, role, shown, after: query.get('after') })
    return {
      ...people,
      filter: { search, role: role ?? '', shown: shown ?? '' },
      timeZone: club.timeZone,
    }
  },
)

export default function Members({ loaderData: { items, next, filter, timeZone } }: Route.ComponentProps) {
  const { viewer } = useLayoutProps()
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('members.everyoneAtTheClub')}
        {can(viewer, 'accounts.erase') && (
          <>
            {' '}
            <Link to="/dashboard/formerMembers">{t('members.formerMembers')}</Link>
          </>
        )}
      </p>
      {can(viewer, 'members.add') && (
        <p className="button-row">
          <LinkButton to="/dashboard/newMember" variant="primary">
            {t('members.newMember')}
          </LinkButton>
          {can(viewer, 'members.import') && (
            <LinkButton to="/dashboard/import">{t('members.bringPeopleIn')}</LinkButton>
          )}
        </p>
      )}
      <Form className="people-form" role="search" key={new URLSearchParams(filter).toString()}>
        <TextField
          label={t('members.nameOrEmail')}
          name="search"
          type="search"
          maxLength={200}
          defaultValue={filter.search}
          icon={<Icon of={Search} />}
        />
        <SelectField
          label={t('members.role')}
          name="role"
          defaultValue={filter.role}
          options={[
            { value: '', label: t('members.everyone') },
            ...Object.entries(roleNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label={t('members.show')}
          name="shown"
          defaultValue={filter.shown}
          options={[
            { value: '', label: t('members.all') },
            ...peopleFilters.map((value) => ({ value, label: capitalize(value) })),
          ]}
        />
        <Button>{t('members.search')}</Button>
      </Form>
      <div className="panel">
        {items.length === 0 ? (
          <EmptyState
            heading={t('members.noOneFound')}
            action={<LinkButton to="?">{t('members.showEveryone')}</LinkButton>}
          >
            {t('members.noOneAtThe')}
          </EmptyState>
        ) : (
          <People people={items} timeZone={timeZone} />
        )}
      </div>
      <CursorLinks next={next} keepParameters={['search', 'role', 'shown']} />
    </>
  )
}

function People({ people, timeZone }: { people: ClubPerson[]; timeZone: string }) {
  return (
    <Table
      caption={heading()}
      tall
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('members.who'),
          place: 'name',
          look: 'strong first',
          cell: ({ id, name, portrait }) => (
            <PersonCell portrait={portrait}>
              <Link to={`/dashboard/members/${id}`}>{name}</Link>
            </PersonCell>
          ),
        },
        {
          name: t('form.email'),
          place: 'under',
          look: 'muted',
          cell: ({ email }) => email ?? t('members.noEmail'),
        },
        {
          name: t('members.role'),
          place: 'number',
          cell: ({ role }) => <span className="no-wrap">{roleNames[role]}</span>,
        },
        {
          name: t('members.has'),
          place: 'says',
          cell: ({ hour, held }) => (
            <>
              {hour
                ? t('members.with', { plan: capitalize(hour.plan), trainerName: hour.trainerName })
                : t('members.noHour')}
              {held > 0 && (
                <>
                  <br />
                  <StatusDot kind="held">{t('members.hourHeld', { held })}</StatusDot>
                </>
              )}
            </>
          ),
        },
        {
          name: t('members.until'),
          place: 'tail',
          labelled: true,
          cell: ({ hour }) => hour && <span className="no-wrap">{formatDate(hour.paidUntil, timeZone)}</span>,
        },
        {
          name: t('members.since'),
          place: 'wide',
          look: 'right muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
      ]}
    />
  )
}
