import { CircleAlert, X } from 'lucide'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { t } from '#messages/t.ts'
import {
  currentToasts,
  dismissErrorToasts,
  dismissToast,
  receiveToasts,
  subscribe,
  serverToasts,
  type Toast,
} from './toast-store.ts'

const toastLifetimeMs = 5000

/**
 * The toasts, top right. `initial` is part of the page's HTML, so that it shows without scripts. Hovering or
 * focusing a toast pauses all countdowns, and submitting a form removes error toasts.
 */
export function Toasts({ initial = [] }: { initial?: Toast[] }) {
  const hydrated = useHydrated()
  const stored = useSyncExternalStore(subscribe, currentToasts, serverToasts)
  const [paused, setPaused] = useState(false)
  const [received, setReceived] = useState(false)
  useEffect(() => {
    receiveToasts(initial)
    setReceived(true)
  }, [initial])
  useEffect(() => {
    document.addEventListener('submit', dismissErrorToasts)
    return () => document.removeEventListener('submit', dismissErrorToasts)
  }, [])
  const shown = received ? stored : initial
  return (
    <div
      className="toasts"
      role="region"
      aria-label={t('toast.notices')}
      aria-live="polite"
      aria-relevant="additions"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} paused={paused} dismissible={hydrated} />
      ))}
    </div>
  )
}

type ToastItemProps = { toast: Toast; paused: boolean; dismissible: boolean }

function ToastItem({ toast, paused, dismissible }: ToastItemProps) {
  useCountdown(paused, () => dismissToast(toast.id))
  const bad = toast.kind === 'bad'
  return (
    <div className={bad ? 'toast bad' : 'toast'} role={bad ? 'alert' : 'status'}>
      {bad ? <Icon of={CircleAlert} /> : <span className="dot" />}
      <span>{toast.text}</span>
      {dismissible && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('toast.dismiss')}
          onClick={() => dismissToast(toast.id)}
        >
          <Icon of={X} smaller />
        </button>
      )}
      <i className="time-bar" />
    </div>
  )
}

function useCountdown(paused: boolean, end: () => void) {
  const left = useRef(toastLifetimeMs)
  const onEnd = useRef(end)
  useEffect(() => {
    onEnd.current = end
  })
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => onEnd.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [paused])
}
