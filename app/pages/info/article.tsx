import { useId, type ReactNode } from 'react'
import { PageHead } from '#app/components/section-head.tsx'

type Props = {
  /** The heading, one line each. */
  lines: readonly string[]
  /** What the page is about, in a sentence or two. */
  intro: string
  children: ReactNode
}

/** A page of words. */
export function Article({ lines, intro, children }: Props) {
  return (
    <div className="wrap">
      <PageHead lines={lines}>
        <p>{intro}</p>
      </PageHead>
      <div className="article">{children}</div>
    </div>
  )
}

/** A part of it; `aside` stands small below its heading, such as a date. */
export function Part({
  heading,
  aside,
  children,
}: {
  heading: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div>
        <h2 className="head" id={id}>
          {heading}
        </h2>
        {aside && <p className="note">{aside}</p>}
      </div>
      <div className="words">{children}</div>
    </section>
  )
}
