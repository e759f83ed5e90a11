import { Link, useViewTransitionState } from 'react-router'
import { texts } from '#copy/texts.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { Artwork } from './artwork.tsx'
import { CardLink } from './card-link.tsx'
import { pictureSizes } from './picture-sizes.ts'
import { PortraitPicture } from './picture.tsx'
import { Dots, type DotKind } from './status-dot.tsx'

/** What is free of a trainer's slots. */
export type FreeHours = {
  /** One for each slot, in order of the day. */
  dots: DotKind[]
  /** `5 of 6 free` */
  count: string
  /** `Mon to Fri, 06:00 to 14:00` */
  when: string
  /** `First: Fri 27 Nov` */
  soonest: string | null
  /** `from $50` */
  from: string
}

type Props = {
  trainer: { id: string; name: string; yearsOfExperience: number; portrait: Portrait | null }
  /** `Know More` on the list, `View Profile` elsewhere. */
  linkText: string
  headingLevel?: 2 | 3
  eager?: boolean
  sizes?: string
  /** The trainer's first skill. */
  skill?: string
  free?: FreeHours | null
}

/** A trainer's card. The portrait is a link too, but not a second tab stop. */
export function TrainerCard({
  trainer,
  linkText,
  headingLevel = 2,
  eager,
  sizes = pictureSizes.quarter,
  skill,
  free,
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
        <p>
          {skill && `${skill}, `}
          {texts.trainers.experience(trainer.yearsOfExperience)}
        </p>
        {free && <FreeLine free={free} />}
        <div className="card-foot">
          <CardLink to={to} about={trainer.name}>
            {linkText}
          </CardLink>
          {free && <span className="price-of">{free.from}</span>}
        </div>
      </div>
    </article>
  )
}

function FreeLine({ free: { dots, count, when, soonest } }: { free: FreeHours }) {
  return (
    <div className="free-line">
      <Dots kinds={dots} label={count} className="dots hours-of" />
      <p>
        <b>{count}</b>, {when}
        {soonest && (
          <>
            <br />
            {soonest}
          </>
        )}
      </p>
    </div>
  )
}
