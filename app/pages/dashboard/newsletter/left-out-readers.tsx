import { LinkButton } from '#app/components/button.tsx'
import { Table } from '#app/components/table.tsx'
import type { LeftOut } from '#domain/newsletter/left-out-readers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Props = { leftOut: LeftOut; timeZone: string }

/** People whom newsletters do not reach, and the reasons; renders nothing if there are none. */
export function LeftOutReaders({ leftOut, timeZone }: Props) {
  const { refused, refusedTotal } = leftOut
  const counts = countSentences(leftOut)
  if (refusedTotal === 0 && counts.length === 0) return null
  return (
    <section className="panel" aria-labelledby="left-out">
      <header>
        <h2 id="left-out">{t('leftOutReaders.leftOut')}</h2>
        {refusedTotal > 0 && (
          <LinkButton small to="/dashboard/undelivered">
            {t('leftOutReaders.seeUndelivered')}
          </LinkButton>
        )}
      </header>
      {refusedTotal > 0 && (
        <>
          <p>{t('leftOutReaders.theMailServerRefused', { refusedTotal })}</p>
          <Table
            caption={t('leftOutReaders.refusedAddresses')}
            rows={refused}
            keyOf={({ email }) => email}
            columns={[
              {
                name: t('leftOutReaders.to'),
                place: 'name',
                look: 'strong',
                cell: ({ name, email }) => (name === '' ? email : `${name}, ${email}`),
              },
              {
                name: t('leftOutReaders.group'),
                place: 'under',
                look: 'muted',
                cell: ({ isMember }) => (
                  <span className="no-wrap">
                    {isMember ? t('leftOutReaders.member') : t('leftOutReaders.subscriber')}
                  </span>
                ),
              },
              { name: t('leftOutReaders.why'), place: 'says', cell: ({ reply }) => reply },
              {
                name: t('leftOutReaders.since'),
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
    unconfirmedReaders > 0 && t('leftOutReaders.subscriberHasNotConfirmed', { unconfirmedReaders }),
    unconfirmedMembers > 0 && t('leftOutReaders.memberHasNotConfirmed', { unconfirmedMembers }),
    unwilling > 0 && t('leftOutReaders.memberHasSwitchedAnnouncements', { unwilling }),
  ].filter((sentence) => sentence !== false)
