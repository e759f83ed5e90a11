import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './join-class-names.ts'

export type ButtonVariant =
  | 'outline'
  | 'primary'
  | 'solid'
  | 'chalk'
  | 'on-dark'
  | 'ink-edge'
  | 'danger'
  | 'delete'

type Look = { variant?: ButtonVariant; small?: boolean; wide?: boolean; tall?: boolean }

function buttonClass({ variant = 'outline', small, wide, tall }: Look, className?: string) {
  return classNames(
    'button',
    variant !== 'outline' && variant,
    small && 'small',
    wide && 'wide',
    tall && 'tall',
    className,
  )
}

function Label({ pending, children }: { pending?: boolean; children: ReactNode }) {
  return (
    <span className="label-of-button">
      {pending && <span className="spinner" aria-hidden="true" />}
      {children}
    </span>
  )
}

export type ButtonProps = ComponentProps<'button'> & Look & { pending?: boolean }

/** `primary` is the main action of a page. A `pending` button shows a spinner, keeps its width and ignores clicks. */
export function Button({
  variant,
  small,
  wide,
  tall,
  pending,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // A disabled button would lose the focus.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="submit"
      {...rest}
      className={buttonClass({ variant, small, wide, tall }, className)}
      aria-busy={pending || undefined}
      onClick={click}
    >
      <Label pending={pending}>{children}</Label>
    </button>
  )
}

export function LinkButton({
  variant,
  small,
  wide,
  tall,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={buttonClass({ variant, small, wide, tall }, className)}>
      <Label>{children}</Label>
    </Link>
  )
}
