import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'

type Props = {
  id?: string
  mark: ReactNode
  what: string
  why: string
  to: string
  action: string
  /** Completes the button's label for screen readers. */
  about?: string
  /** The most urgent task of its page. */
  isFirst?: boolean
}

/** A task and a link to where it is done. */
export function TodoItem({ id, mark, what, why, to, action, about, isFirst = false }: Props) {
  return (
    <li id={id}>
      {mark}
      <div>
        <b>{what}</b>
        <p>{why}</p>
      </div>
      <LinkButton small variant={isFirst ? 'primary' : 'outline'} to={to}>
        {action}
        {about && <span className="visually-hidden"> {about}</span>}
      </LinkButton>
    </li>
  )
}
