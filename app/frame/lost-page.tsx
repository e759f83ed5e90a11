import type { ReactNode } from 'react'
import { classNames } from '#app/components/class-names.ts'
import type { StretchedLine } from '#app/components/stretch.ts'
import { StretchedHeadline } from '#app/components/stretched-headline.tsx'

type Props = {
  headline: StretchedLine[]
  text: ReactNode
  actions: ReactNode
  court: ReactNode
  /** The court of another role, on blush. */
  other?: boolean
}

/** A whole page that is one court and two lines: not found, not allowed, gone wrong. */
export function LostPage({ headline, text, actions, court, other }: Props) {
  return (
    <div className={classNames('lost', other && 'other')}>
      {court}
      <div className="wrap">
        <StretchedHeadline lines={headline} />
        <p className="lead">{text}</p>
        <div className="button-row">{actions}</div>
      </div>
    </div>
  )
}
