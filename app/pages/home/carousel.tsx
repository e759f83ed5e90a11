import type { ReactNode } from 'react'
import { t } from '#messages/t.ts'
import type { CarouselState } from './use-carousel.ts'

type Props = {
  carousel: CarouselState
  /** The accessible names of the slides. */
  names: readonly string[]
  /** The slides, in the order of the names. */
  children: ReactNode[]
  slideClass: (index: number) => string
}

/** The row of slides. Slides out of view are inert. */
export function Slides({ carousel, names, children, slideClass }: Props) {
  const { row, current, live, slideId } = carousel
  return (
    <div
      className="carousel"
      ref={row}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable, since a slide may have no control
      tabIndex={0}
      role="group"
      aria-label={t('home.slides')}
    >
      <div className="slides">
        {children.map((slide, index) => (
          <div
            key={slideId(index)}
            id={slideId(index)}
            className={slideClass(index)}
            role="group"
            aria-roledescription={t('home.slide')}
            aria-label={t('home.slideOf', { number: index + 1, count: names.length })}
            inert={live && index !== current}
          >
            {slide}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The pagination dots, one for each slide. */
export function Bullets({
  carousel,
  label,
  names,
}: {
  carousel: CarouselState
  label: string
  names: readonly string[]
}) {
  const { bullets, current, slideId, onBullet } = carousel
  return (
    <ol className="bullets" aria-label={label} ref={bullets}>
      {names.map((name, index) => (
        <li key={slideId(index)}>
          <a
            href={`#${slideId(index)}`}
            aria-label={t('home.slideNamed', { number: index + 1, count: names.length, name })}
            aria-current={index === current ? 'true' : undefined}
            onClick={onBullet(index)}
          >
            <span className="dot" />
          </a>
        </li>
      ))}
    </ol>
  )
}
