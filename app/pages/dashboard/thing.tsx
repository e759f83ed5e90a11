import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'

type Props = { mark: ReactNode; what: string; why: string; to: string; act: string; about: string }

/** A row of what somebody can do something about, with the way there. */
export function Thing({ mark, what, why, to, act, about }: Props) {
  return (
    <li>
      {mark}
      <div>
        <b>{what}</b>
        <p>{why}</p>
      </div>
      <LinkButton small to={to}>
        {act}
        <span className="visually-hidden"> {about}</span>
      </LinkButton>
    </li>
  )
}
