import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import {
  listUndeliveredLetters,
  resendLetter,
  type UndeliveredLetter,
} from '#domain/mail/undelivered.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/undelivered.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('undelivered.undeliveredEmails'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await listUndeliveredLetters(actor)),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { name } = await resendLetter(actor, fields.get('id') ?? '')
  const text = mailNotice(
    sendsMail(),
    t('undelivered.theEmailToIs', { name }),
    t('undelivered.itReachesNoOne'),
  )
  return redirectWithToast('/dashboard/undelivered', { text })
})

const carrierSentences = () => ({
  smtp: t('undelivered.emailsGoOutThrough'),
  folder: t('undelivered.noMailServerIs'),
  mailbox: t('undelivered.theDemoClubsEmails'),
})

export default function Undelivered({ loaderData, actionData }: Route.ComponentProps) {
  const { letters, waiting, carrier, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{t('undelivered.undeliveredEmails')}</h1>
          <p className="subtitle">
            {carrierSentences()[carrier]}
            {waiting > 0 && t('undelivered.emailIsWaitingFor', { waiting })}
          </p>
        </div>
        <LinkButton small to="/dashboard/mail">
          {t('undelivered.emailSettings')}
        </LinkButton>
      </div>
      {message && <FormError>{message}</FormError>}
      <div className="panel">
        {letters.length === 0 ? (
          <EmptyState heading={t('undelivered.noUndeliveredEmails')}>
            {t('undelivered.anEmailThatCant')}
          </EmptyState>
        ) : (
          <Table
            caption={t('undelivered.undeliveredEmails')}
            rows={letters}
            keyOf={({ id }) => id}
            columns={[
              {
                name: t('undelivered.when'),
                place: 'wide',
                look: 'muted',
                cell: ({ failedAt }) => (
                  <span className="no-wrap">
                    {formatDate(failedAt, timeZone)}, {formatTime(failedAt, timeZone)}
                  </span>
                ),
              },
              {
                name: t('undelivered.to'),
                place: 'name',
                look: 'strong',
                cell: ({ name, email }) => (name === email ? email : `${name}, ${email}`),
              },
              { name: t('undelivered.subject'), place: 'under', cell: ({ subject }) => subject },
              {
                name: t('undelivered.why'),
                place: 'says',
                cell: ({ failure }) => failure,
              },
              {
                name: t('undelivered.action'),
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
        {t('undelivered.sendAgain')}
        <span className="visually-hidden">{t('undelivered.to2', { name })}</span>
      </Button>
    </Form>
  )
}
