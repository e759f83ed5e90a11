import { useEffect } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'
import { formatNumber } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { audienceName } from './audience-wording.ts'
import { LetterPreview } from './letter-preview.tsx'

type Props = { letter: Newsletter; begun: string; hasMail: boolean; problem: Problem | null }

/** How far a letter got, looked at again every few seconds, and the way to hold it back. */
export function SendingProgress({ letter, begun, hasMail, problem }: Props) {
  const { subject, state, sent, waiting, failed, unsubscribed, isWritten } = letter
  const isDone = isWritten && waiting === 0
  usePollingUntil(isDone || state === 'paused')
  const message = formMessage(problem)
  return (
    <>
      <h1>{subject}</h1>
      <p className="subtitle">
        Begun on {begun}, to {audienceName(letter)}.
      </p>
      {message && <FormError>{message}</FormError>}
      <div className="panel sending" aria-live="polite">
        <p className="sending-count">
          {formatNumber(sent)}{' '}
          <small>
            {hasMail ? 'have it' : 'written, and nobody has it'}
            {state === 'paused' ? '; the rest is paused' : isDone ? '' : ' so far'}
          </small>
        </p>
        <progress aria-label="Letters handed over" value={sent + failed} max={sent + failed + waiting || 1} />
        <p>
          {waiting > 0 ? `${formatCount(waiting, 'letter waits', 'letters wait')}, ` : ''}
          {formatNumber(failed)} refused, {formatNumber(unsubscribed)} unsubscribed. Opens are not counted.
        </p>
        {!isDone && (
          <p className="note">
            You may close this page; the letters go on by themselves and nobody gets one twice.
          </p>
        )}
        <div className="action-row">
          {!isDone && <PauseOrResume isPaused={state === 'paused'} />}
          {failed > 0 && (
            <LinkButton small to="/dashboard/undelivered">
              See who refused
            </LinkButton>
          )}
          <LinkButton small to="/dashboard/newsletter">
            All letters
          </LinkButton>
        </div>
      </div>
      <LetterPreview letter={letter} note="What was written." />
    </>
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
        {isPaused ? 'Go on' : 'Pause'}
      </Button>
    </Form>
  )
}

const pollIntervalMs = 3_000

function usePollingUntil(isOver: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => void revalidate(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isOver, revalidate])
}
