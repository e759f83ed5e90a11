import { useLayoutProps } from '#app/frame/session.ts'
import { can } from '#domain/permissions.ts'
import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { listClubPeople, type ClubPerson } from '#domain/overview/people.server.ts'
import { peopleFilters } from '#domain/overview/people-filters.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { CursorLinks } from '#app/pages/dashboard/parts/cursor-links.tsx'
import { formatDate } from '#format/date-time.ts'
import { capitalize, formatCount } from '#format/text.ts'
import type { Route } from './+types/members.ts'
import { Icon } from '#app/components/icon.tsx'

const heading = 'Members'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

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
      <h1>{heading}</h1>
      <p className="subtitle">
        Everyone at the club, newest first.
        {can(viewer, 'accounts.erase') && (
          <>
            {' '}
            <Link to="/dashboard/formerMembers">Former members</Link>
          </>
        )}
      </p>
      {can(viewer, 'members.add') && (
        <p className="button-row">
          <LinkButton to="/dashboard/newMember" variant="primary">
            New member
          </LinkButton>
          {can(viewer, 'members.import') && <LinkButton to="/dashboard/import">Bring people in</LinkButton>}
        </p>
      )}
      <Form className="people-form" role="search" key={new URLSearchParams(filter).toString()}>
        <TextField
          label="Name or email"
          name="search"
          type="search"
          maxLength={200}
          defaultValue={filter.search}
          icon={<Icon of={Search} />}
        />
        <SelectField
          label="Role"
          name="role"
          defaultValue={filter.role}
          options={[
            { value: '', label: 'Everyone' },
            ...Object.entries(roleNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label="Show"
          name="shown"
          defaultValue={filter.shown}
          options={[
            { value: '', label: 'All' },
            ...peopleFilters.map((value) => ({ value, label: capitalize(value) })),
          ]}
        />
        <Button>Search</Button>
      </Form>
      <div className="panel">
        {items.length === 0 ? (
          <EmptyState heading="No one found" action={<LinkButton to="?">Show everyone</LinkButton>}>
            No one at the club matches that.
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
      caption={heading}
      tall
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Who',
          place: 'name',
          look: 'strong first',
          cell: ({ id, name, portrait }) => (
            <PersonCell portrait={portrait}>
              <Link to={`/dashboard/members/${id}`}>{name}</Link>
            </PersonCell>
          ),
        },
        { name: 'Email', place: 'under', look: 'muted', cell: ({ email }) => email ?? 'no email' },
        {
          name: 'Role',
          place: 'number',
          cell: ({ role }) => <span className="no-wrap">{roleNames[role]}</span>,
        },
        {
          name: 'Has',
          place: 'says',
          cell: ({ hour, held }) => (
            <>
              {hour ? `${capitalize(hour.plan)} with ${hour.trainerName}` : 'No hour'}
              {held > 0 && (
                <>
                  <br />
                  <StatusDot kind="held">{formatCount(held, 'hour held', 'hours held')}</StatusDot>
                </>
              )}
            </>
          ),
        },
        {
          name: 'Until',
          place: 'tail',
          labelled: true,
          cell: ({ hour }) => hour && <span className="no-wrap">{formatDate(hour.paidUntil, timeZone)}</span>,
        },
        {
          name: 'Since',
          place: 'wide',
          look: 'right muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
      ]}
    />
  )
}
