import { useEffect } from 'react'
import type { Problem } from '#app/forms/form-problem.ts'

/** A message that disappears by itself. */
export type Toast = { id: string; kind: 'good' | 'bad'; text: string }

let toasts: Toast[] = []
const receivedIds = new Set<string>()
const listeners = new Set<() => void>()
const noToasts: Toast[] = []

function setToasts(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentToasts = () => toasts
export const serverToasts = () => noToasts

/** Shows the toasts that came with a page, each id once. Each replaces an equal one. */
export function receiveToasts(incoming: Toast[]) {
  const fresh = incoming.filter((toast) => !receivedIds.has(toast.id))
  if (fresh.length === 0) return
  for (const toast of fresh) receivedIds.add(toast.id)
  setToasts([...without(fresh), ...fresh])
}

/** The toasts that say something else than `incoming`. */
const without = (incoming: Pick<Toast, 'kind' | 'text'>[]) =>
  toasts.filter((old) => !incoming.some(({ kind, text }) => kind === old.kind && text === old.text))

let count = 0

/**
 * Shows a toast and replaces an equal one. Only in the browser; toasts of the server come with the page.
 */
export function showToast(kind: Toast['kind'], text: string) {
  count += 1
  setToasts([...without([{ kind, text }]), { id: `local-${count}`, kind, text }])
}

/** Removes error toasts before a new attempt. */
export function dismissErrorToasts() {
  if (toasts.some(({ kind }) => kind === 'bad')) setToasts(toasts.filter(({ kind }) => kind === 'good'))
}

export function dismissToast(id: string) {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

export const toast = {
  good: (text: string) => showToast('good', text),
  bad: (text: string) => showToast('bad', text),
}

/** Shows the message of a form problem as a toast. */
export function useProblemToast(problem: Problem | null) {
  useEffect(() => {
    if (problem) showToast('bad', problem.message)
  }, [problem])
}
