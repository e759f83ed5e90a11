import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { StatusDot, type DotKind } from '#app/components/status-dot.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { roleNames } from '#app/frame/viewer.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, rowsPerPage, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { listTrainersForAdmin, type TrainerForAdmin } from '#domain/ledger/trainer-standings.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/all-trainers.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.allTrainers.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    return { page, timeZone: club.timeZone, ...(await listTrainersForAdmin(actor, pageRange(page))) }
  },
)

export default function AllTrainers({ loaderData: { items, total, page, timeZone } }: Route.ComponentProps) {
  const [number, name, email, role, joined, status] = texts.allTrainers.columns
  return (
    <>
      <h1>{texts.allTrainers.heading}</h1>
      <p className="subtitle">
        {t('allTrainers.longestHereFirstPay', {
          countedPhrase: countedPhrase(total, t('allTrainers.trainer'), t('allTrainers.trainers')),
        })}
      </p>
      <div className="panel">
        {total === 0 ? (
          <EmptyState
            heading={t('allTrainers.noTrainersYet')}
            action={<LinkButton to="/dashboard/appliedTrainers">{texts.appliedTrainers.heading}</LinkButton>}
          >
            {t('allTrainers.peopleApplyYouApprove')}
          </EmptyState>
        ) : (
          <Table
            caption={texts.allTrainers.heading}
            tall
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                name: number,
                place: 'wide',
                look: 'muted',
                cell: (_, index) => (page - 1) * rowsPerPage + index + 1,
              },
              {
                name,
                place: 'name',
                look: 'strong',
                cell: (trainer) => (
                  <PersonCell portrait={trainer.portrait}>
                    <Name trainer={trainer} />
                  </PersonCell>
                ),
              },
              { name: email, place: 'under', cell: (trainer) => trainer.email },
              {
                name: role,
                place: 'wide',
                look: 'muted',
                cell: (trainer) => <span className="no-wrap">{roleNames[trainer.role]}</span>,
              },
              {
                name: joined,
                place: 'says',
                labelled: true,
                look: 'muted',
                cell: (trainer) => <span className="no-wrap">{formatDate(trainer.joinedAt, timeZone)}</span>,
              },
              { name: status, place: 'number', cell: (trainer) => <PaymentStatus trainer={trainer} /> },
            ]}
          />
        )}
      </div>
      <ListPagination page={page} total={total} />
    </>
  )
}

function Name({ trainer }: { trainer: TrainerForAdmin }) {
  if (trainer.retiredAt) {
    return (
      <span>
        {trainer.name} <span className="note">{t('allTrainers.left')}</span>
      </span>
    )
  }
  return <Link to={`/trainers/${trainer.id}`}>{trainer.name}</Link>
}

const paymentDots: Record<TrainerForAdmin['paymentStatus'], DotKind> = {
  Paid: 'on',
  Owed: 'held',
  Overpaid: 'on',
  'No sales': 'ring',
}

const paymentStatusName = (status: TrainerForAdmin['paymentStatus']): string =>
  ({
    Paid: t('allTrainers.paid'),
    Owed: t('allTrainers.owed'),
    Overpaid: t('allTrainers.overpaid'),
    'No sales': t('allTrainers.noSales'),
  })[status]

function PaymentStatus({ trainer }: { trainer: TrainerForAdmin }) {
  const { paymentStatus, owedCents, overpaidCents, id } = trainer
  const cents = owedCents || overpaidCents
  const status = paymentStatusName(paymentStatus)
  const label = cents > 0 ? `${status} ${formatMoney(cents)}` : status
  return (
    <StatusDot kind={paymentDots[paymentStatus]}>
      {paymentStatus === 'Owed' ? (
        <Link className="row-link" to={`/dashboard/balance?payout=${id}`}>
          {label}
          <span className="visually-hidden">{t('allTrainers.payOutTo', { name: trainer.name })}</span>
        </Link>
      ) : (
        label
      )}
    </StatusDot>
  )
}
