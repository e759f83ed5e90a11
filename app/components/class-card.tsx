import { ArrowRight } from 'lucide'
import { Link, useViewTransitionState } from 'react-router'
import { texts } from '#copy/texts.ts'
import type { Picture as PictureOfClub } from '#domain/pictures/pictures.rules.ts'
import { inSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { CardLink } from './card-link.tsx'
import { Icon } from './icon.tsx'
import { classNames } from './join-class-names.ts'
import { pictureSizes } from './picture-sizes.ts'
import { Picture } from './picture.tsx'

/** The next date of a class as text; `isScarce` while few places are left. */
type NextTime = { day: string; clock: string; places: string; isScarce: boolean }

type Props = {
  item: { id: string; title: string; picture: PictureOfClub; next?: NextTime | null }
  /** Spans two columns and two rows: the first of a set. */
  big?: boolean
  headingLevel?: 2 | 3
  eager?: boolean
}

export function ClassCard({ item, big, headingLevel = 2, eager }: Props) {
  const to = `/classes/${item.id}`
  const moving = useViewTransitionState(to)
  const Heading = `h${headingLevel}` as const
  return (
    <article className={classNames('class-card', big && 'big')}>
      <Picture
        picture={item.picture}
        alt=""
        ratio="4-3"
        moving={moving}
        eager={eager}
        sizes={big ? pictureSizes.half : pictureSizes.quarter}
      />
      <div className="row">
        <Heading className="head">{item.title}</Heading>
        {item.next !== undefined && <Next time={item.next} />}
        <CardLink to={to} about={item.title}>
          {texts.classes.showDetail}
        </CardLink>
      </div>
    </article>
  )
}

function Next({ time }: { time: NextTime | null }) {
  return (
    <p className="next-time">
      {time === null ? (
        t('class.noTime')
      ) : (
        <>
          {time.day}, {time.clock},{' '}
          {time.isScarce ? <b>{time.places}</b> : <span>{inSentence(time.places)}</span>}
        </>
      )}
    </p>
  )
}

/** The last tile of a set: a link to the whole list. */
export function AllTile({ to, lines }: { to: string; lines: readonly [string, string] }) {
  return (
    <Link className="class-card all" to={to}>
      <span className="display">
        {lines[0]} <br />
        {lines[1]}
      </span>
      <Icon of={ArrowRight} />
    </Link>
  )
}
