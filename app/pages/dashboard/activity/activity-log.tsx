import { Form, Link, useSubmit } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { PaidMonthCards } from '#app/pages/dashboard/today/paid-months.tsx'
import { texts } from '#copy/texts.ts'
import { listActivity } from '#domain/activity/activity-log.server.ts'
import { activityKind, activityKinds } from '#domain/activity/activity.rules.ts'
import { requirePerson } from '#domain/actor.ts'
import { listBookings } from '#domain/bookings/read-bookings.server.ts'
import { readClubTime } from '#domain/overview/day-overview.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/activity-log.ts'
import { ActivityList, kindNames } from './activity-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.activityLog.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = requirePerson(actor)
    const page = pageFromUrl(request)
    const kind = activityKind(new URL(request.url).searchParams.get('kind'))
    const [log, bookings, now] = await Promise.all([
      listActivity(actor, { ...pageRange(page), kind }),
      listBookings(actor, { limit: 100 }),
      readClubTime(actor),
    ])
    const hours = bookings.items.filter(({ state }) => state === 'paid')
    const showsHours = hours.length > 0 || person.role === 'member' || person.role === 'applied'
    return { ...log, page, kind, hours, showsHours, now, timeZone: club.timeZone }
  },
)

export default function ActivityLog({ loaderData }: Route.ComponentProps) {
  const { items, total, page, kind, hours, showsHours, now, timeZone } = loaderData
  return (
    <>
      <h1>{texts.activityLog.heading}</h1>
      <p className="subtitle">{t('activityLog.whatYouveDoneHere')}</p>
      <div className={showsHours ? 'with-side wide-log' : undefined}>
        <div>
          {(total > 0 || kind) && <KindFilter kind={kind} />}
          {total === 0 ? (
            <div className="above-6">
              <EmptyState
                heading={t('activityLog.nothingYet')}
                action={kind ? <LinkButton to="?">{t('activityLog.showAll')}</LinkButton> : undefined}
              >
                {kind ? t('activityLog.yourLogHasNothing') : t('activityLog.whatYouBookPay')}
              </EmptyState>
            </div>
          ) : (
            <ActivityList entries={items} now={now} timeZone={timeZone} />
          )}
          <ListPagination page={page} total={total} keepParameters={['kind']} />
        </div>
        {showsHours && (
          <aside className="summary" aria-label={t('activityLog.yourHours')}>
            <h2 className="head">{t('activityLog.yourHours')}</h2>
            <PaidMonthCards hours={hours} now={now} timeZone={timeZone} />
            <Link className="row-link" to="/dashboard">
              {t('activityLog.allYourBookingsAnd')}
            </Link>
          </aside>
        )}
      </div>
    </>
  )
}

function KindFilter({ kind }: { kind: string | null }) {
  const submit = useSubmit()
  const hydrated = useHydrated()
  return (
    <Form className="search-form kind-filter" onChange={(event) => void submit(event.currentTarget)}>
      <SelectField
        key={kind ?? ''}
        label={t('activityLog.show')}
        name="kind"
        defaultValue={kind ?? ''}
        options={[
          { value: '', label: t('activityLog.everything') },
          ...activityKinds.map((each) => ({ value: each, label: kindNames[each] })),
        ]}
      />
      {!hydrated && <Button>{t('activityLog.show')}</Button>}
    </Form>
  )
}
