import { Check, CloudOff } from 'lucide'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'
import { readTaps, removeSent, serverTaps, subscribeToTaps, type StoredTap } from './stored-taps.ts'

const retryMs = 5_000
const shownMs = 5_000
const mostAtOnce = 100

export const useStoredTaps = (): StoredTap[] => useSyncExternalStore(subscribeToTaps, readTaps, serverTaps)

type Result = { id: string; message: string | null }

/** Sends taps. Returns what became of each; null if the club cannot be reached or does not take them. */
async function sendTaps(taps: StoredTap[]): Promise<Result[] | null> {
  const now = Date.now()
  const sent = taps.slice(0, mostAtOnce).map(({ at, ...tap }) => ({
    ...tap,
    secondsAgo: Math.max(0, Math.round((now - at) / 1000)),
  }))
  try {
    const response = await fetch('/dashboard/arrivals/taps', {
      method: 'POST',
      body: new URLSearchParams({ taps: JSON.stringify(sent) }),
    })
    const { results } = (await response.json()) as { results?: Result[] }
    return results ?? null
  } catch {
    return null
  }
}

/** Taps that are not sent yet. They are sent as soon as there is a connection. */
export function UnsentTaps() {
  const taps = useStoredTaps()
  const [outcome, setOutcome] = useState<{ sent: number; messages: string[] } | null>(null)
  const { revalidate } = useRevalidator()
  const isEmpty = taps.length === 0
  const send = useCallback(async () => {
    const results = await sendTaps(readTaps())
    if (results === null) return
    removeSent(results.map(({ id }) => id))
    setOutcome((before) => ({
      sent: (before?.sent ?? 0) + results.length,
      messages: [
        ...(before?.messages ?? []),
        ...results.map(({ message }) => message).filter((text) => text !== null),
      ],
    }))
    await revalidate()
  }, [revalidate])
  // what could not be done as tapped stays
  const isDone = outcome?.messages.length === 0
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setOutcome(null), shownMs)
    return () => clearTimeout(timer)
  }, [isDone, outcome])
  useEffect(() => {
    if (isEmpty) return undefined
    const trySend = () => void send()
    const timer = setInterval(trySend, retryMs)
    addEventListener('online', trySend)
    return () => {
      clearInterval(timer)
      removeEventListener('online', trySend)
    }
  }, [isEmpty, send])
  return (
    <div role="status">
      {!isEmpty && (
        <div className="unsent-taps">
          <Icon of={CloudOff} />
          <p>
            <b>{t('unsentTaps.notSentYet', { count: taps.length })}</b> {t('unsentTaps.keepTapping')}
          </p>
          <button type="button" className="row-link" onClick={() => void send()}>
            {t('unsentTaps.tryNow')}
          </button>
        </div>
      )}
      {isEmpty && outcome && (
        <div className="unsent-taps">
          <Icon of={Check} />
          <p>
            {t('unsentTaps.sent', { count: outcome.sent })} {outcome.messages.join(' ')}
          </p>
        </div>
      )}
    </div>
  )
}
