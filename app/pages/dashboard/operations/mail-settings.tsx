import { useNavigation, Form } from 'react-router'
import {
  checkMailServer,
  readMailSetup,
  sendTestEmail,
  type MailSetup,
} from '#domain/mail/mail-check.server.ts'
import { mailFaultSentences } from '#domain/mail/mail-fault-wording.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requirePermission } from '#domain/actor.ts'
import type { Route } from './+types/mail-settings.ts'

const heading = 'Email settings'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  setup: readMailSetup(actor),
  email: requirePermission(actor, 'operations.read').email,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'operations.read')
  const { fields } = await readForm()
  const intent = readIntent(fields, ['check', 'test'])
  const fault = intent === 'test' ? await sendTestEmail(actor) : await checkMailServer(actor)
  return { intent, fault }
})

/** How the club sends emails, with a check of the mail server and a test email. */
export default function MailSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { setup, email } = loaderData
  const message = formMessage(problemOf(actionData))
  const outcome = actionData && 'intent' in actionData ? actionData : null
  return (
    <>
      <h1>{heading}</h1>
      <p className="subtitle">{carrierSentences[setup.carrier]}</p>
      {message && <FormError>{message}</FormError>}
      {outcome && <CheckOutcome {...outcome} email={email} />}
      <section className="panel" aria-labelledby="mail-server">
        <header>
          <h2 id="mail-server">Mail server</h2>
          <LinkButton small to="/dashboard/undelivered">
            Undelivered emails
          </LinkButton>
        </header>
        <ServerFacts setup={setup} />
        {setup.server !== null && <CheckButtons email={email} />}
      </section>
    </>
  )
}

const carrierSentences = {
  smtp: 'Try the mail server before the first member needs it.',
  folder: 'No mail server is set up (SMTP_URL), so no emails go out. They stay in DATA_DIR/mail for a week.',
  mailbox: 'The demo club’s emails stay in its mailbox.',
}

const encryptionNames = {
  tls: 'TLS from the start',
  starttls: 'STARTTLS, required before signing in',
  none: 'STARTTLS if the server offers it',
}

function ServerFacts({ setup: { sender, server } }: { setup: MailSetup }) {
  const facts = [
    ...(server
      ? [
          ['Server', server.host],
          ['Encryption', encryptionNames[server.encryption]],
          ['Signs in as', server.user || 'No one, without a password'],
        ]
      : []),
    ['Sender', sender],
  ] as const
  return (
    <ul className="todo">
      {facts.map(([name, value]) => (
        <li key={name}>
          <div>
            <b>{name}</b>
            <p className="anywhere">{value}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function CheckButtons({ email }: { email: string }) {
  const pending = useNavigation().formData?.get('intent')
  return (
    <Form method="post" preventScrollReset className="action-row">
      <Button small variant="primary" name="intent" value="test" pending={pending === 'test'}>
        Send a test to {email}
      </Button>
      <Button small name="intent" value="check" pending={pending === 'check'}>
        Only sign in
      </Button>
    </Form>
  )
}

type OutcomeProps = {
  intent: 'check' | 'test'
  fault: Awaited<ReturnType<typeof checkMailServer>>
  email: string
}

function CheckOutcome({ intent, fault, email }: OutcomeProps) {
  if (fault)
    return (
      <FormError>
        {mailFaultSentences[fault.fault]} {fault.reply && <>It said: “{fault.reply}”</>}
      </FormError>
    )
  return (
    <section className="panel" role="status">
      <ul className="todo">
        <li>
          <Dot kind="on" />
          <p>
            {intent === 'test'
              ? `The mail server accepted the email to ${email}. See whether it is in the inbox and not among the spam.`
              : 'The mail server accepts the connection and the login.'}
          </p>
        </li>
      </ul>
    </section>
  )
}
