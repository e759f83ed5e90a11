import type { ReactNode } from 'react'
import { classNames } from '#app/components/class-names.ts'
import type { FittedLine } from '#app/components/fit-headline.ts'
import { FittedHeadline } from '#app/components/fitted-headline.tsx'

type Props = {
  headline: FittedLine[]
  text: ReactNode
  actions: ReactNode
  illustration: ReactNode
  /** The court of another role, on blush. */
  isForbidden?: boolean
}

/** A whole page that is one court and two lines: not found, not allowed, gone wrong. */
export function ErrorPageLayout({ headline, text, actions, illustration, isForbidden }: Props) {
  return (
    <div className={classNames('error-page-layout', isForbidden && 'other')}>
      {illustration}
      <div className="wrap">
        <FittedHeadline lines={headline} />
        <p className="lead">{text}</p>
        <div className="button-row">{actions}</div>
      </div>
    </div>
  )
}
