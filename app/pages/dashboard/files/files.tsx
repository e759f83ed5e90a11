import { Download } from 'lucide'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requirePermission } from '#domain/actor.ts'
import { listLedgerMonths } from '#domain/ledger/ledger-months.server.ts'
import { formatMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/files.ts'

const heading = () => t('files.filesForTheOffice')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'office.overview')
  const months = await listLedgerMonths(actor)
  const requested = new URL(request.url).searchParams.get('month')
  return { months, month: requested !== null && months.includes(requested) ? requested : null }
})

type OfficeFile = { name: string; heading: string; contents: string; ofMonth?: true }

const officeFiles = (): OfficeFile[] => [
  { name: 'members', heading: t('files.members'), contents: t('files.everyoneWithAnAccount') },
  {
    name: 'invoices',
    heading: t('files.invoices'),
    contents: t('files.numberNameNetRate'),
    ofMonth: true,
  },
  { name: 'payments', heading: t('files.payments'), contents: t('files.howEachPaymentCame'), ofMonth: true },
  {
    name: 'ledger',
    heading: t('files.ledger'),
    contents: t('files.everyPaymentRefundAnd'),
    ofMonth: true,
  },
  { name: 'desk', heading: t('files.todayAtTheDesk'), contents: t('files.paidAndHandedBack') },
  { name: 'subscribers', heading: t('files.subscribers'), contents: t('files.readersOfTheNewsletter') },
]

const formats = () => [
  { ending: '.xlsx', name: 'Excel' },
  { ending: '.csv', name: 'CSV' },
  { ending: '-plain.csv', name: t('files.csvForPrograms') },
]

/** Every table of the office as a file. */
export default function Files({ loaderData: { months, month } }: Route.ComponentProps) {
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('files.tablesWithTypedColumns')}</p>
      <form method="get" className="in-a-row above-6">
        <SelectField
          label={t('files.moneyOf')}
          name="month"
          defaultValue={month ?? ''}
          options={[
            { value: '', label: t('files.allMonths') },
            ...months.map((value) => ({ value, label: formatMonth(value) })),
          ]}
        />
        <Button>{t('files.show')}</Button>
      </form>
      <section className="panel" aria-label={heading()}>
        <ul className="todo">
          {officeFiles().map((file) => (
            <li key={file.name}>
              <div>
                <b>
                  {file.heading}
                  {file.ofMonth && month && `, ${formatMonth(month)}`}
                </b>
                <p>{file.contents}</p>
              </div>
              <FileLinks
                name={file.name}
                what={file.heading}
                query={file.ofMonth && month ? `?month=${month}` : ''}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function FileLinks({ name, what, query }: { name: string; what: string; query: string }) {
  return (
    <div className="button-row push-end">
      {formats().map(({ ending, name: format }) => (
        <LinkButton key={ending} small reloadDocument to={`/dashboard/files/${name}${ending}${query}`}>
          <Icon of={Download} smaller />
          <span className="visually-hidden">{what}, </span>
          {format}
        </LinkButton>
      ))}
    </div>
  )
}
