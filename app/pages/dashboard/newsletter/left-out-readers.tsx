import type { LeftOut } from '#domain/newsletter/left-out-readers.server.ts'
import { Table } from '#app/components/table.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { formatDate } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'

type Props = { leftOut: LeftOut; timeZone: string }

/** People whom newsletters do not reach, and the reasons; renders nothing if there are none. */
export function LeftOutReaders({ leftOut, timeZone }: Props) {
  const { refused, refusedTotal } = leftOut
  const counts = countSentences(leftOut)
  if (refusedTotal === 0 && counts.length === 0) return null
  return (
    <section className="panel" aria-labelledby="left-out">
      <header>
        <h2 id="left-out">Left out</h2>
        {refusedTotal > 0 && (
          <LinkButton small to="/dashboard/undelivered">
            See undelivered
          </LinkButton>
        )}
      </header>
      {refusedTotal > 0 && (
        <>
          <p>
            The mail server refused {formatCount(refusedTotal, 'address', 'addresses')} as unknown.
            Newsletters leave them out until an email arrives there or its owner confirms the address again.
          </p>
          <Table
            caption="Refused addresses"
            rows={refused}
            keyOf={({ email }) => email}
            columns={[
              {
                name: 'To',
                place: 'name',
                look: 'strong',
                cell: ({ name, email }) => (name === '' ? email : `${name}, ${email}`),
              },
              {
                name: 'Group',
                place: 'under',
                look: 'muted',
                cell: ({ isMember }) => <span className="no-wrap">{isMember ? 'Member' : 'Subscriber'}</span>,
              },
              { name: 'Why', place: 'says', cell: ({ reply }) => reply },
              {
                name: 'Since',
                place: 'wide',
                look: 'muted',
                cell: ({ refusedAt }) => <span className="no-wrap">{formatDate(refusedAt, timeZone)}</span>,
              },
            ]}
          />
        </>
      )}
      {counts.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
    </section>
  )
}

const countSentences = ({ unconfirmedReaders, unconfirmedMembers, unwilling }: LeftOut): string[] =>
  [
    unconfirmedReaders > 0 &&
      `${formatCount(unconfirmedReaders, 'subscriber has', 'subscribers have')} not confirmed the address yet.`,
    unconfirmedMembers > 0 &&
      `${formatCount(unconfirmedMembers, 'member has', 'members have')} not confirmed the address yet.`,
    unwilling > 0 && `${formatCount(unwilling, 'member has', 'members have')} switched announcements off.`,
  ].filter((sentence) => sentence !== false)
