import { useEffect, useRef, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { classNames } from './join-class-names.ts'

/*
 * A modal is a <dialog popover>. Its buttons name it with `popovertarget`, so it opens and closes without
 * scripts. Once scripts run, they open it as a modal dialog, which makes the page below inert.
 */

export type ModalProps = {
  id: string
  /** The accessible name of a modal without a heading. */
  label?: string
  labelledBy?: string
  className?: string
  children: ReactNode
}

/** A dialog over the page. Navigating to another page closes it. */
export function Modal({ id, label, labelledBy, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  useEffect(() => closeDialog(dialog.current), [key])
  const onScrim = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === dialog.current && isOutside(event, dialog.current)) closeDialog(dialog.current)
  }
  return (
    <dialog
      ref={dialog}
      id={id}
      popover="auto"
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClick={onScrim}
    >
      {children}
    </dialog>
  )
}

type TriggerProps = Omit<ComponentProps<'button'>, 'type'> & { opens?: string; closes?: string }

/** A button that opens or closes the modal with this id. */
export function ModalTrigger({ opens, closes, className, children, ...rest }: TriggerProps) {
  const target = opens ?? closes
  const onClick = (event: MouseEvent) => {
    const dialog = target ? document.getElementById(target) : null
    if (!(dialog instanceof HTMLDialogElement)) return
    event.preventDefault()
    if (closes) closeDialog(dialog)
    else if (!dialog.open) openDialog(dialog)
  }
  return (
    <button
      {...rest}
      type="button"
      className={classNames(className)}
      popoverTarget={target}
      popoverTargetAction={closes ? 'hide' : 'show'}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function openDialog(dialog: HTMLDialogElement) {
  if (dialog.matches(':popover-open')) dialog.hidePopover()
  showDialog(dialog)
}

/**
 * Opens the dialog at its heading, with the focus on its cancel button, so that pressing Enter twice deletes nothing.
 */
export function showDialog(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-way-back]')?.focus()
  // the focus scrolls a long dialog to its end
  dialog.scrollTop = 0
}

function closeDialog(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  if (dialog.open) dialog.close()
  if (dialog.matches(':popover-open')) dialog.hidePopover()
}

export function isOutside(event: MouseEvent, dialog: HTMLDialogElement) {
  const box = dialog.getBoundingClientRect()
  const { clientX, clientY } = event
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
