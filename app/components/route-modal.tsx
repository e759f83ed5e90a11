import { useLayoutEffect, useRef, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { isOutside, showDialog, type ModalProps } from './modal.tsx'

/**
 * A modal that has an address of its own: it is open from the start, and closing it leads to `closeTo`. Without
 * scripts it lies over the page as a plain dialog.
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
    // closed before it is taken away, so that what opened it has the focus again
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
