import { Link, useViewTransitionState } from 'react-router'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { texts } from '#copy/texts.ts'
import { Artwork } from './artwork.tsx'
import { PortraitPicture } from './picture.tsx'
import { pictureSizes } from './picture-sizes.ts'
import { CardLink } from './card-link.tsx'

type Props = {
  trainer: { id: string; name: string; yearsOfExperience: number; portrait: Portrait | null }
  /** `Know More` on the list, `View Profile` elsewhere. */
  linkText: string
  headingLevel?: 2 | 3
  eager?: boolean
  sizes?: string
}

/** A trainer's card. The portrait is a link too, but not a second tab stop. */
export function TrainerCard({
  trainer,
  linkText,
  headingLevel = 2,
  eager,
  sizes = pictureSizes.quarter,
}: Props) {
  const to = `/trainers/${trainer.id}`
  const moving = useViewTransitionState(to)
  const Heading = `h${headingLevel}` as const
  return (
    <article className="person">
      <Link to={to} viewTransition tabIndex={-1} aria-hidden="true">
        {trainer.portrait ? (
          <PortraitPicture
            portrait={trainer.portrait}
            alt=""
            ratio="4-5"
            moving={moving}
            eager={eager}
            sizes={sizes}
          />
        ) : (
          <Artwork
            name="trainer-fallback"
            widths={[360, 720]}
            width={720}
            height={900}
            className="picture ratio-4-5"
            sizes={sizes}
          />
        )}
      </Link>
      <div className="row">
        <Heading className="head">{trainer.name}</Heading>
        <p>{texts.trainers.experience(trainer.yearsOfExperience)}</p>
        <CardLink to={to} about={trainer.name}>
          {linkText}
        </CardLink>
      </div>
    </article>
  )
}
