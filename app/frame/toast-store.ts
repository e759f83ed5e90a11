import { useEffect } from 'react'
import type { Problem } from '#app/forms/form-problem.ts'

/** A notice that leaves by itself: good news, or bad. */
export type Toast = { id: string; kind: 'good' | 'bad'; text: string }

let toasts: Toast[] = []
const seen = new Set<string>()
const listeners = new Set<() => void>()
const none: Toast[] = []

function change(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentToasts = () => toasts
export const toastsOnServer = () => none

/** Shows what the server sent along with a page; each id once, however often the page is loaded again. */
export function receiveToasts(incoming: Toast[]) {
  const fresh = incoming.filter((toast) => !seen.has(toast.id))
  if (fresh.length === 0) return
  for (const toast of fresh) seen.add(toast.id)
  change([...toasts, ...fresh])
}

let count = 0

/**
 * Shows a toast, in the place of one that says the same. Only in the browser: on the server a toast travels
 * with the page instead.
 */
export function showToast(kind: Toast['kind'], text: string) {
  count += 1
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text)
  change([...others, { id: `local-${count}`, kind, text }])
}

/** Takes bad news away: a new try has begun. */
export function dismissBadNews() {
  if (toasts.some(({ kind }) => kind === 'bad')) change(toasts.filter(({ kind }) => kind === 'good'))
}

export function dismissToast(id: string) {
  change(toasts.filter((toast) => toast.id !== id))
}

export const toast = {
  good: (text: string) => showToast('good', text),
  bad: (text: string) => showToast('bad', text),
}

/** Says aloud why a form was refused, beside what the form itself says of it. */
export function useToastOf(problem: Problem | null) {
  useEffect(() => {
    if (problem) showToast('bad', problem.message)
  }, [problem])
}
