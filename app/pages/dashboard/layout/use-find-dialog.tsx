import { lazy, Suspense, useCallback, useEffect, useState, type MouseEvent } from 'react'

const FindDialog = lazy(async () => ({
  default: (await import('#app/pages/dashboard/find/find-dialog.tsx')).FindDialog,
}))

/**
 * Opens the find dialog by Ctrl K, Cmd K or `/`, and by a click on a link to the find page. Without scripts the link
 * opens the page.
 */
export function useFindDialog() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isCommand && (event.key !== '/' || isTyping(event.target))) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const open = (event: MouseEvent) => {
    // a click that opens a new tab keeps its meaning
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  const dialog = isOpen && (
    <Suspense>
      <FindDialog onClose={close} />
    </Suspense>
  )
  return { open, dialog }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select') ||
    target.closest('dialog[open]') !== null)
