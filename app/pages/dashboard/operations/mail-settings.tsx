import { useNavigation, Form } from 'react-router'
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
import {
  checkMailServer,
  readMailSetup,
  sendTestEmail,
  type MailSetup,
} from '#domain/mail/mail-check.server.ts'
import { mailFaultSentences } from '#domain/mail/mail-fault-wording.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/mail-settings.ts'

const heading = () => t('mailSettings.emailSettings')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

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
      <h1>{heading()}</h1>
      <p className="subtitle">{carrierSentences()[setup.carrier]}</p>
      {message && <FormError>{message}</FormError>}
      {outcome && <CheckOutcome {...outcome} email={email} />}
      <section className="panel" aria-labelledby="mail-server">
        <header>
          <h2 id="mail-server">{t('mailSettings.mailServer')}</h2>
          <LinkButton small to="/dashboard/undelivered">
            {t('mailSettings.undeliveredEmails')}
          </LinkButton>
        </header>
        <ServerFacts setup={setup} />
        {setup.server !== null && <CheckButtons email={email} />}
      </section>
    </>
  )
}

const carrierSentences = () => ({
  smtp: t('mailSettings.tryTheMailServer'),
  folder: t('mailSettings.noMailServerIs'),
  mailbox: t('mailSettings.theDemoClubsEmails'),
})

const encryptionNames = () => ({
  tls: t('mailSettings.tlsFromTheStart'),
  starttls: t('mailSettings.starttlsRequiredBeforeSigning'),
  none: t('mailSettings.starttlsIfTheServer'),
})

function ServerFacts({ setup: { sender, server } }: { setup: MailSetup }) {
  const facts = [
    ...(server
      ? [
          [t('mailSettings.server'), server.host],
          [t('mailSettings.encryption'), encryptionNames()[server.encryption]],
          [t('mailSettings.signsInAs'), server.user || t('mailSettings.noOneWithoutA')],
        ]
      : []),
    [t('mailSettings.sender'), sender],
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
        {t('mailSettings.sendATestTo', { email })}
      </Button>
      <Button small name="intent" value="check" pending={pending === 'check'}>
        {t('mailSettings.onlySignIn')}
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
        {mailFaultSentences[fault.fault]}{' '}
        {fault.reply && <>{t('mailSettings.itSaid', { reply: fault.reply })}</>}
      </FormError>
    )
  return (
    <section className="panel" role="status">
      <ul className="todo">
        <li>
          <Dot kind="on" />
          <p>
            {intent === 'test'
              ? t('mailSettings.theMailServerAccepted', { email })
              : t('mailSettings.theMailServerAccepts')}
          </p>
        </li>
      </ul>
    </section>
  )
}
