import { Search } from 'lucide'
import { useEffect, useRef } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { TextField } from '#app/forms/field.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import { CursorLinks } from '#app/pages/dashboard/parts/cursor-links.tsx'
import {
  countClubPeople,
  listClubPeople,
  listIdentities,
  listTags,
  type ClubPerson,
  type PeopleCounts,
} from '#domain/overview/people.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/members.ts'

const peopleViews = ['with an hour', 'ends in 7 days', 'hour held', 'without an hour', 'everyone'] as const
type PeopleView = (typeof peopleViews)[number]

const heading = () => t('members.members')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const query = new URL(request.url).searchParams
    const search = query.get('search') ?? ''
    const role = (Object.keys(roleNames) as Role[]).find((each) => each === query.get('role'))
    const counts = await countClubPeople(actor)
    const asked = peopleViews.find((each) => each === query.get('shown'))
    const tag = query.get('tag') ?? ''
    // without a question, those with an hour
    const isAsking = search !== '' || role !== undefined || tag !== ''
    const view = asked ?? (isAsking || counts['with an hour'] === 0 ? 'everyone' : 'with an hour')
    const shown = view === 'everyone' ? undefined : view
    const [people, tags, identities] = await Promise.all([
      listClubPeople(actor, { search, role, shown, tag, after: query.get('after') }),
      listTags(actor),
      listIdentities(actor),
    ])
    return {
      ...people,
      counts,
      view,
      tags,
      identities,
      filter: { search, role: role ?? '', tag },
      timeZone: club.timeZone,
    }
  },
)

export default function Members({ loaderData }: Route.ComponentProps) {
  const { items, next, tags, identities, filter, counts, view, timeZone } = loaderData
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
        <p className="button-row above-4">
          <LinkButton to="/dashboard/newMember" variant="primary">
            {t('members.newMember')}
          </LinkButton>
          {can(viewer, 'members.import') && (
            <LinkButton to="/dashboard/import">{t('members.bringPeopleIn')}</LinkButton>
          )}
        </p>
      )}
      <Views counts={counts} view={view} />
      <SearchForm {...filter} tags={tags} />
      {identities.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('members.signingUp')}</h2>
            <span className="note">{t('members.theyAreMembersWithin')}</span>
          </header>
          <ul className="todo member-rows">
            {identities.map(({ id, name, email, createdAt }) => (
              <li key={id}>
                <div>
                  <b className="anywhere">{name}</b>
                  <p className="anywhere">
                    {email}, {formatDate(createdAt, timeZone)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="panel">
        {items.length === 0 ? (
          <EmptyState
            heading={t('members.noOneFound')}
            action={<LinkButton to="?shown=everyone">{t('members.showEveryone')}</LinkButton>}
          >
            {t('members.noOneAtThe')}
          </EmptyState>
        ) : (
          <People people={items} timeZone={timeZone} />
        )}
      </div>
      <CursorLinks next={next} keepParameters={['search', 'role', 'shown', 'tag']} />
    </>
  )
}

function Views({ counts, view }: { counts: PeopleCounts; view: PeopleView }) {
  const names: Record<PeopleView, string> = {
    'with an hour': t('members.withAnHour'),
    'ends in 7 days': t('members.endingIn7Days'),
    'hour held': t('members.held'),
    'without an hour': t('members.withoutAnHour'),
    everyone: t('members.everyone'),
  }
  return (
    <nav className="tabs people-views" aria-label={t('members.show')}>
      {peopleViews.map((each) => (
        <Link
          key={each}
          to={`?shown=${each.replaceAll(' ', '+')}`}
          aria-current={each === view ? 'true' : undefined}
          preventScrollReset
        >
          {names[each]} <span className="note tabular">{formatNumber(counts[each])}</span>
        </Link>
      ))}
    </nav>
  )
}

type SearchFormProps = { search: string; role: string; tag: string; tags: string[] }

/** Search by name, role and tag. With scripts it filters while one types, and the button is gone. */
function SearchForm({ search, role, tag, tags }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  // the form stays while one types; a view or the back button brings other values
  useEffect(() => {
    if (!form.current?.contains(document.activeElement)) form.current?.reset()
  }, [search, role, tag])
  const submit = useSubmit()
  const hydrated = useHydrated()
  const wait = useRef(0)
  const filterSoon = (changed: HTMLFormElement) => {
    clearTimeout(wait.current)
    wait.current = window.setTimeout(
      () => void submit(changed, { replace: true, preventScrollReset: true }),
      300,
    )
  }
  return (
    <Form
      className="people-form"
      role="search"
      ref={form}
      onChange={({ currentTarget }) => filterSoon(currentTarget)}
    >
      <TextField
        label={t('members.nameOrEmail')}
        name="search"
        type="search"
        maxLength={200}
        defaultValue={search}
        icon={<Icon of={Search} />}
      />
      <SelectField
        label={t('members.role')}
        name="role"
        defaultValue={role}
        options={[
          { value: '', label: t('members.everyone') },
          ...Object.entries(roleNames).map(([value, label]) => ({ value, label })),
        ]}
      />
      {(tags.length > 0 || tag !== '') && (
        <SelectField
          label={t('members.tag')}
          name="tag"
          defaultValue={tag}
          options={[
            { value: '', label: t('members.allTags') },
            ...[...new Set([...tags, tag])]
              .filter((each) => each !== '')
              .map((value) => ({ value, label: value })),
          ]}
        />
      )}
      {!hydrated && <Button>{t('members.search')}</Button>}
    </Form>
  )
}

function People({ people, timeZone }: { people: ClubPerson[]; timeZone: string }) {
  const until = (day: Date) => (
    <>
      , <span className="no-wrap">{t('members.untilDay', { day: formatDate(day, timeZone) })}</span>
    </>
  )
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
          cell: ({ hour, membership, held }) => (
            <>
              {hour && (
                <div>
                  {t('members.with', { plan: capitalize(hour.plan), trainerName: hour.trainerName })}
                  {until(hour.paidUntil)}
                </div>
              )}
              {membership && (
                <div className="anywhere">
                  {membership.title}
                  {until(membership.endsAt ?? membership.paidUntil)}
                </div>
              )}
              {held > 0 && <StatusDot kind="held">{t('members.hourHeld', { held })}</StatusDot>}
            </>
          ),
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
