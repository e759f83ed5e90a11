import { Download } from 'lucide'
import { requirePermission } from '#domain/actor.ts'
import { listLedgerMonths } from '#domain/ledger/ledger-months.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { formatMonth } from '#format/days.ts'
import type { Route } from './+types/files.ts'

const heading = 'Files for the office'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'office.overview')
  const months = await listLedgerMonths(actor)
  const requested = new URL(request.url).searchParams.get('month')
  return { months, month: requested !== null && months.includes(requested) ? requested : null }
})

type OfficeFile = { name: string; heading: string; contents: string; ofMonth?: true }

const officeFiles: OfficeFile[] = [
  { name: 'members', heading: 'Members', contents: 'Everyone with an account and their paid hour.' },
  {
    name: 'invoices',
    heading: 'Invoices',
    contents: 'Number, name, net, rate, tax and gross of each invoice and credit note.',
    ofMonth: true,
  },
  { name: 'payments', heading: 'Payments', contents: 'How each payment came in.', ofMonth: true },
  {
    name: 'ledger',
    heading: 'Ledger',
    contents: 'Every payment, refund and payout with the balance after it.',
    ofMonth: true,
  },
  { name: 'desk', heading: 'Today at the desk', contents: 'Paid and handed back in person.' },
  { name: 'subscribers', heading: 'Subscribers', contents: 'Readers of the newsletter.' },
]

const formats = [
  { ending: '.xlsx', name: 'Excel' },
  { ending: '.csv', name: 'CSV' },
  { ending: '-plain.csv', name: 'CSV for programs' },
]

/** Every table of the office as a file. */
export default function Files({ loaderData: { months, month } }: Route.ComponentProps) {
  return (
    <>
      <h1>{heading}</h1>
      <p className="subtitle">
        Tables with typed columns, in the club’s time zone. A trainer’s statement has its files on its page.
      </p>
      <form method="get" className="in-a-row above-6">
        <SelectField
          label="Money of"
          name="month"
          defaultValue={month ?? ''}
          options={[
            { value: '', label: 'All months' },
            ...months.map((value) => ({ value, label: formatMonth(value) })),
          ]}
        />
        <Button>Show</Button>
      </form>
      <section className="panel" aria-label={heading}>
        <ul className="todo">
          {officeFiles.map((file) => (
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
      {formats.map(({ ending, name: format }) => (
        <LinkButton key={ending} small reloadDocument to={`/dashboard/files/${name}${ending}${query}`}>
          <Icon of={Download} smaller />
          <span className="visually-hidden">{what}, </span>
          {format}
        </LinkButton>
      ))}
    </div>
  )
}
