import { ArrowRight } from 'lucide'
import { Fragment, type ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
  /** The lines of the heading. */
  lines: readonly string[]
  /** A sentence or a link to the whole list, at the right. */
  children?: ReactNode
}

export function SectionHead({ lines, children }: Props) {
  return (
    <div className="section-head">
      <h2 className="display h-section">
        <Lines lines={lines} />
      </h2>
      {children}
    </div>
  )
}

/** The heading of a public page, with its only h1. */
export function PageHead({ lines, below, children }: Props & { below?: ReactNode }) {
  return (
    <div className="page-head">
      <div className="row">
        <h1 className="display h-title">
          <Lines lines={lines} />
        </h1>
        {children}
      </div>
      {below}
    </div>
  )
}

/** A link such as `See All Post`, for the right of a section heading. */
export function SeeAll({ to, children }: { to: string; children: string }) {
  return (
    <LinkButton to={to}>
      {children}
      <Icon of={ArrowRight} />
    </LinkButton>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && (
        <>
          {' '}
          <br />
        </>
      )}
      {line}
    </Fragment>
  ))
}
