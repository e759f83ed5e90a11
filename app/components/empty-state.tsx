import type { ReactNode } from 'react'

type Props = {
  heading: string
  children: ReactNode
  /** One button for the next step. */
  action?: ReactNode
  headingLevel?: 2 | 3
}

/** An illustration, the reason why a list is empty, and the next step. */
export function EmptyState({ heading, children, action, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="empty">
      <svg className="illustration" viewBox="0 0 96 96" aria-hidden="true">
        <g fill="none" strokeWidth="3">
          <path d="M4 4h88v88H4z" strokeDasharray="8 7" />
          <circle cx="66" cy="66" r="13" />
        </g>
      </svg>
      <Heading className="head">{heading}</Heading>
      <p className="text-small">{children}</p>
      {action}
    </div>
  )
}
