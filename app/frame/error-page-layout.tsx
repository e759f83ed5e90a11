import type { ReactNode } from 'react'
import type { FittedLine } from '#app/components/fit-headline.ts'
import { FittedHeadline } from '#app/components/fitted-headline.tsx'
import { classNames } from '#app/components/join-class-names.ts'

type Props = {
  headline: FittedLine[]
  text: ReactNode
  actions: ReactNode
  illustration: ReactNode
  /** For a page of another role: a blush background. */
  isForbidden?: boolean
}

/** A full-page illustration with a headline, for not found, forbidden and internal errors. */
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
