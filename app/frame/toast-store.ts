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

/** Shows a toast. Only in the browser: on the server a toast travels with the page instead. */
function showToast(kind: Toast['kind'], text: string) {
  count += 1
  change([...toasts, { id: `local-${count}`, kind, text }])
}

export function dismissToast(id: string) {
  change(toasts.filter((toast) => toast.id !== id))
}

const api = {
  good: (text: string) => showToast('good', text),
  bad: (text: string) => showToast('bad', text),
}

/** `toast.good('…')`, `toast.bad('…')`. */
export function useToast() {
  return api
}
