import { Form, Link, useNavigation } from 'react-router'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'
import { usePollingUntil } from '#app/pages/dashboard/parts/use-polling-until.ts'
import { formatNumber } from '#format/money.ts'
import { audienceName } from './audience-wording.ts'
import { LetterPreview } from './letter-preview.tsx'

type Props = { letter: Newsletter; begun: string; hasMail: boolean; problem: Problem | null }

/** Progress of a letter, refreshed every few seconds, with a pause button. */
export function SendingProgress({ letter, begun, hasMail, problem }: Props) {
  const { subject, state, sent, waiting, failed, unsubscribed, isWritten, pauseReason } = letter
  const isDone = isWritten && waiting === 0
  usePollingUntil(isDone || state === 'paused')
  const message = formMessage(problem)
  return (
    <>
      <h1>{subject}</h1>
      <p className="subtitle">
        Started on {begun}, to {audienceName(letter)}.
      </p>
      {message && <FormError>{message}</FormError>}
      {state === 'paused' && pauseReason !== null && <PauseReason reply={pauseReason} />}
      <div className="panel sending" aria-live="polite">
        <p className="sending-count">
          {formatNumber(sent)}{' '}
          <small>
            {hasMail ? 'have it' : 'written, but not sent'}
            {state === 'paused' ? '; the rest is paused' : isDone ? '' : ' so far'}
          </small>
        </p>
        <progress aria-label="Letters sent" value={sent + failed} max={sent + failed + waiting || 1} />
        <p>
          {waiting > 0 ? `${formatNumber(waiting)} waiting, ` : ''}
          {formatNumber(failed)} refused, {formatNumber(unsubscribed)} unsubscribed. We don’t count opens.
        </p>
        {!isDone && state !== 'paused' && (
          <p className="note">
            You can close this page. Sending continues by itself, and no one gets it twice.
          </p>
        )}
        <div className="action-row">
          {!isDone && <PauseOrResume isPaused={state === 'paused'} />}
          {failed > 0 && (
            <LinkButton small to="/dashboard/undelivered">
              See undelivered
            </LinkButton>
          )}
          <LinkButton small to="/dashboard/newsletter">
            All letters
          </LinkButton>
        </div>
      </div>
      <LetterPreview letter={letter} note="As it was written." />
    </>
  )
}

function PauseReason({ reply }: { reply: string }) {
  return (
    <FormError>
      Sending is paused, because the mail server refused several letters in a row. It said: “{reply}” Check
      the <Link to="/dashboard/mail">email settings</Link> and then resume.
    </FormError>
  )
}

function PauseOrResume({ isPaused }: { isPaused: boolean }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset>
      <Button
        small
        name="intent"
        value={isPaused ? 'resume' : 'pause'}
        variant={isPaused ? 'primary' : 'outline'}
        pending={pending}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </Form>
  )
}
