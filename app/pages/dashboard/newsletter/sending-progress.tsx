import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, type Problem } from '#app/forms/form-problem.ts'
import { usePollingUntil } from '#app/pages/dashboard/parts/use-polling-until.ts'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
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
        {t('sendingProgress.startedOnTo', { begun, audienceName: audienceName(letter) })}
      </p>
      {message && <FormError>{message}</FormError>}
      {state === 'paused' && pauseReason !== null && <PauseReason reply={pauseReason} />}
      <div className="panel sending" aria-live="polite">
        <p className="sending-count">
          {formatNumber(sent)}{' '}
          <small>
            {hasMail ? t('sendingProgress.haveIt') : t('sendingProgress.writtenButNotSent')}
            {state === 'paused'
              ? t('sendingProgress.theRestIsPaused')
              : isDone
                ? ''
                : t('sendingProgress.soFar')}
          </small>
        </p>
        <progress
          aria-label={t('sendingProgress.lettersSent')}
          value={sent + failed}
          max={sent + failed + waiting || 1}
        />
        <p>
          {waiting > 0 ? t('sendingProgress.waiting', { waiting: formatNumber(waiting) }) : ''}
          {t('sendingProgress.refusedUnsubscribedWeDont', {
            failed: formatNumber(failed),
            unsubscribed: formatNumber(unsubscribed),
          })}
        </p>
        {!isDone && state !== 'paused' && <p className="note">{t('sendingProgress.youCanCloseThis')}</p>}
        <div className="action-row">
          {!isDone && <PauseOrResume isPaused={state === 'paused'} />}
          {failed > 0 && (
            <LinkButton small to="/dashboard/undelivered">
              {t('sendingProgress.seeUndelivered')}
            </LinkButton>
          )}
          <LinkButton small to="/dashboard/newsletter">
            {t('sendingProgress.allLetters')}
          </LinkButton>
        </div>
      </div>
      <LetterPreview letter={letter} note={t('sendingProgress.asItWasWritten')} />
    </>
  )
}

function PauseReason({ reply }: { reply: string }) {
  return (
    <FormError>
      {t('sendingProgress.sendingIsPausedBecause', { reply })}
      <Link to="/dashboard/mail">{t('sendingProgress.emailSettings')}</Link>
      {t('sendingProgress.andThenResume')}
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
        {isPaused ? t('sendingProgress.resume') : t('sendingProgress.pause')}
      </Button>
    </Form>
  )
}
