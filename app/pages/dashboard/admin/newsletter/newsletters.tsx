import { Link } from 'react-router'
import { listNewsletters, type Newsletter } from '#domain/newsletter/issues.server.ts'
import { countReaders } from '#domain/newsletter/audience.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { ListPages } from '#app/pages/dashboard/list-pages.tsx'
import { pageOf, stretchOf } from '#app/pages/dashboard/paging.ts'
import { byLetter, counted } from '#app/pages/dashboard/words.ts'
import { formatDate } from '#words/moments.ts'
import { formatNumber } from '#words/money.ts'
import { groupOf } from './audience-words.ts'
import type { Route } from './+types/newsletters.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Newsletter')

export const loader = load(async ({ actor, request, page: { club } }: Route.LoaderArgs & Caller) => {
  const page = pageOf(request)
  const [{ items, total }, readers] = await Promise.all([
    listNewsletters(actor, stretchOf(page)),
    countReaders(actor),
  ])
  const letters = items.map((letter) => ({
    ...letter,
    date: formatDate(letter.begunAt ?? letter.changedAt, club.timeZone),
  }))
  return { letters, total, page, readers, hasMail: sendsMail() }
})

const stateOf = ({ state, isWritten, waiting }: Newsletter) =>
  state === 'draft'
    ? 'Draft'
    : state === 'paused'
      ? 'Paused'
      : isWritten && waiting === 0
        ? 'Sent'
        : 'Being sent'

export default function Newsletters({ loaderData }: Route.ComponentProps) {
  const { letters, total, page, readers, hasMail } = loaderData
  return (
    <>
      <div className="head-row">
        <div>
          <h1>Newsletter</h1>
          <p className="subtitle">
            {byLetter(
              hasMail,
              `${counted(readers, 'person gets', 'people get')} the weekly letter.`,
              'nobody gets a letter',
            )}
          </p>
        </div>
        <LinkButton to="/dashboard/newsletter/new" variant="primary" small>
          Write a letter
        </LinkButton>
      </div>
      <div className="panel">
        {total === 0 ? (
          <EmptyState heading="No letter yet">
            What you write appears here, with what became of it. Opens are not counted.
          </EmptyState>
        ) : (
          <Table
            caption="Letters to many"
            rows={letters}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Letter',
                place: 'name',
                look: 'strong',
                cell: ({ id, subject }) => (
                  <Link className="row-link" to={`/dashboard/newsletter/${id}`}>
                    {subject}
                  </Link>
                ),
              },
              { name: 'For', place: 'adds', look: 'muted', cell: (letter) => groupOf(letter) },
              { name: 'State', place: 'says', cell: stateOf },
              { name: 'Date', place: 'under', look: 'muted', cell: ({ date }) => date },
              { name: 'Arrived', place: 'number', look: 'right', cell: ({ sent }) => formatNumber(sent) },
              {
                name: 'Refused',
                place: 'wide',
                look: 'right',
                cell: ({ failed }) => formatNumber(failed),
              },
              {
                name: 'Unsubscribed',
                place: 'wide',
                look: 'right',
                cell: ({ unsubscribed }) => formatNumber(unsubscribed),
              },
            ]}
          />
        )}
      </div>
      <ListPages page={page} total={total} />
    </>
  )
}
