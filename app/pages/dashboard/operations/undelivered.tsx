import { Form, useNavigation } from 'react-router'
import {
  listUndeliveredLetters,
  resendLetter,
  type UndeliveredLetter,
} from '#domain/mail/undelivered.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/undelivered.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Undelivered emails')

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await listUndeliveredLetters(actor)),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { name } = await resendLetter(actor, fields.get('id') ?? '')
  const text = mailNotice(sendsMail(), `The email to ${name} is on its way again.`, 'it reaches no one')
  return redirectWithToast('/dashboard/undelivered', { text })
})

const carrierSentences = {
  smtp: 'Emails go out through the mail server in SMTP_URL.',
  folder: 'No mail server is set up (SMTP_URL), so no emails go out. They stay in DATA_DIR/mail for a week.',
  mailbox: 'The demo club’s emails stay in its mailbox.',
}

export default function Undelivered({ loaderData, actionData }: Route.ComponentProps) {
  const { letters, waiting, carrier, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <div className="head-row">
        <div>
          <h1>Undelivered emails</h1>
          <p className="subtitle">
            {carrierSentences[carrier]}
            {waiting > 0 && ` ${formatCount(waiting, 'email is', 'emails are')} waiting for the next try.`}
          </p>
        </div>
        <LinkButton small to="/dashboard/mail">
          Email settings
        </LinkButton>
      </div>
      {message && <FormError>{message}</FormError>}
      <div className="panel">
        {letters.length === 0 ? (
          <EmptyState heading="No undelivered emails">
            An email that can’t be delivered is retried for about a day and then shows up here.
          </EmptyState>
        ) : (
          <Table
            caption="Undelivered emails"
            rows={letters}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'When',
                place: 'wide',
                look: 'muted',
                cell: ({ failedAt }) => (
                  <span className="no-wrap">
                    {formatDate(failedAt, timeZone)}, {formatTime(failedAt, timeZone)}
                  </span>
                ),
              },
              {
                name: 'To',
                place: 'name',
                look: 'strong',
                cell: ({ name, email }) => (name === email ? email : `${name}, ${email}`),
              },
              { name: 'Subject', place: 'under', cell: ({ subject }) => subject },
              {
                name: 'Why',
                place: 'says',
                cell: ({ failure }) => failure,
              },
              {
                name: 'Action',
                place: 'act',
                look: 'right',
                cell: (letter) => <SendAgain letter={letter} />,
              },
            ]}
          />
        )}
      </div>
    </>
  )
}

function SendAgain({ letter: { id, name } }: { letter: UndeliveredLetter }) {
  const isSending = useNavigation().formData?.get('id') === id
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button small pending={isSending}>
        Send again<span className="visually-hidden"> to {name}</span>
      </Button>
    </Form>
  )
}
