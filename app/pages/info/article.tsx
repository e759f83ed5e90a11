import { useId, type ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'
import { PageHead } from '#app/components/section-head.tsx'
import { ServicePoster, type Poster } from '#app/components/service-poster.tsx'

type Props = {
  /** The lines of the heading. */
  lines: readonly string[]
  /** One or two sentences about the page. */
  intro: string
  children: ReactNode
}

/** A text page. */
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

type ArticleSectionProps = {
  heading: string
  /** Small below the heading, such as a date. */
  aside?: ReactNode
  poster?: Poster
  children: ReactNode
}

/** A section with its text at the right. */
export function ArticleSection({ heading, aside, poster, children }: ArticleSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classNames(poster && 'with-poster')}>
        <div>
          <h2 className="head" id={id}>
            {heading}
          </h2>
          {aside && <p className="note">{aside}</p>}
        </div>
        {poster && <ServicePoster poster={poster} sizes="(max-width: 700px) 72px, 176px" />}
      </div>
      <div className="words">{children}</div>
    </section>
  )
}
