import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { countReaders } from '#domain/newsletter/audience.server.ts'
import { listNewsletters, type Newsletter } from '#domain/newsletter/issues.server.ts'
import { listLeftOut } from '#domain/newsletter/left-out-readers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/newsletters.ts'
import { audienceName } from './audience-wording.ts'
import { LeftOutReaders } from './left-out-readers.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('newsletters.newsletter'))

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const [{ items, total }, readers, leftOut] = await Promise.all([
      listNewsletters(actor, pageRange(page)),
      countReaders(actor),
      listLeftOut(actor),
    ])
    const letters = items.map((letter) => ({
      ...letter,
      date: formatDate(letter.begunAt ?? letter.changedAt, club.timeZone),
    }))
    return { letters, total, page, readers, leftOut, hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

const stateOf = ({ state, isWritten, waiting, pauseReason }: Newsletter) =>
  state === 'draft'
    ? t('newsletters.draft')
    : state === 'paused'
      ? pauseReason === null
        ? t('newsletters.paused')
        : t('newsletters.pausedRefusedByThe')
      : isWritten && waiting === 0
        ? t('newsletters.sent')
        : t('newsletters.beingSent')

export default function Newsletters({ loaderData }: Route.ComponentProps) {
  const { letters, total, page, readers, leftOut, hasMail, timeZone } = loaderData
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{t('newsletters.newsletter')}</h1>
          <p className="subtitle">
            {mailNotice(
              hasMail,
              t('newsletters.theWeeklyLetter', {
                countedPhrase: countedPhrase(
                  readers,
                  t('newsletters.personGets'),
                  t('newsletters.peopleGet'),
                ),
              }),
              t('newsletters.noOneGetsA'),
            )}
          </p>
        </div>
        <LinkButton to="/dashboard/newsletter/new" variant="primary" small>
          {t('newsletters.writeALetter')}
        </LinkButton>
      </div>
      <div className="panel">
        {total === 0 ? (
          <EmptyState heading={t('newsletters.noLettersYet')}>
            {t('newsletters.theLettersYouWrite')}
          </EmptyState>
        ) : (
          <Table
            caption={t('newsletters.newsletters')}
            rows={letters}
            keyOf={({ id }) => id}
            columns={[
              {
                name: t('newsletters.letter'),
                place: 'name',
                look: 'strong',
                cell: ({ id, subject }) => (
                  <Link className="row-link" to={`/dashboard/newsletter/${id}`}>
                    {subject}
                  </Link>
                ),
              },
              {
                name: t('newsletters.for'),
                place: 'adds',
                look: 'muted',
                cell: (letter) => audienceName(letter),
              },
              { name: t('newsletters.state'), place: 'says', cell: stateOf },
              { name: t('newsletters.date'), place: 'under', look: 'muted', cell: ({ date }) => date },
              {
                name: t('newsletters.arrived'),
                place: 'number',
                look: 'right',
                cell: ({ sent }) => formatNumber(sent),
              },
              {
                name: t('newsletters.refused'),
                place: 'wide',
                look: 'right',
                cell: ({ failed }) => formatNumber(failed),
              },
              {
                name: t('newsletters.unsubscribed'),
                place: 'wide',
                look: 'right',
                cell: ({ unsubscribed }) => formatNumber(unsubscribed),
              },
            ]}
          />
        )}
      </div>
      <ListPagination page={page} total={total} />
      <LeftOutReaders leftOut={leftOut} timeZone={timeZone} />
    </>
  )
}
