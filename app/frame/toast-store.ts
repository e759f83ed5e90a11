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

/** Shows the toasts that came with a page, each id once. What is newer replaces what is older. */
export function receiveToasts(incoming: Toast[]) {
  const fresh = incoming.filter((toast) => !receivedIds.has(toast.id))
  if (fresh.length === 0) return
  for (const toast of fresh) receivedIds.add(toast.id)
  setToasts(fresh)
}

let count = 0

/** Shows a toast instead of the older ones. Only in the browser; toasts of the server come with the page. */
export function showToast(kind: Toast['kind'], text: string) {
  count += 1
  setToasts([{ id: `local-${count}`, kind, text }])
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
