import { useLayoutEffect, useRef, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isOutside, showDialog, type ModalProps } from './modal.tsx'

/**
 * A modal with a URL of its own: it is open from the start, and closing it navigates to `closeTo`. Without
 * scripts it is a plain dialog over the page.
 */
export function RouteModal({
  closeTo,
  labelledBy,
  className,
  children,
}: Pick<ModalProps, 'labelledBy' | 'className' | 'children'> & { closeTo: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const leave = () => void navigate(closeTo, { replace: true, preventScrollReset: true })
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.close()
    showDialog(shown)
    // closed before it is removed, so that the focus returns to its trigger
    return () => shown.close()
  }, [])
  const onScrim = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current && isOutside(event, dialog.current)) leave()
  }
  return (
    <dialog
      ref={dialog}
      open
      className={className}
      aria-labelledby={labelledBy}
      onClick={onScrim}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
    >
      {children}
    </dialog>
  )
}
