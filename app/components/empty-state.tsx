import type { ReactNode } from 'react'
import { Artwork } from './artwork.tsx'

type Props = {
  heading: string
  children: ReactNode
  /** One button for the next step. */
  action?: ReactNode
  headingLevel?: 2 | 3
}

/** A picture, the reason why a list is empty, and the next step. */
export function EmptyState({ heading, children, action, headingLevel = 2 }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="empty">
      <Artwork
        name="empty"
        widths={[120, 240]}
        width={240}
        height={240}
        sizes="120px"
        className="illustration"
      />
      <Heading className="head">{heading}</Heading>
      <p className="text-small">{children}</p>
      {action}
    </div>
  )
}
