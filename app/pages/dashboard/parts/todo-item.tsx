import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'

type Props = {
  mark: ReactNode
  what: string
  why: string
  to: string
  action: string
  about: string
  /** The one thing of its page that cannot wait. */
  isFirst?: boolean
}

/** A row of what somebody can do something about, with the way there. */
export function TodoItem({ mark, what, why, to, action, about, isFirst = false }: Props) {
  return (
    <li>
      {mark}
      <div>
        <b>{what}</b>
        <p>{why}</p>
      </div>
      <LinkButton small variant={isFirst ? 'primary' : 'outline'} to={to}>
        {action}
        <span className="visually-hidden"> {about}</span>
      </LinkButton>
    </li>
  )
}
