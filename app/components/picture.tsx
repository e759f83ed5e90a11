import { User } from 'lucide'
import {
  renditionPath,
  renditionWidthsFor,
  type PictureFormat,
  type Picture as PictureOfClub,
  type Portrait,
} from '#domain/pictures/pictures.rules.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Ratio = '4-5' | '4-3' | '1-1'

type PictureProps = {
  picture: PictureOfClub
  /** Empty when the words beside the picture say it all. */
  alt: string
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string
  ratio?: Ratio
  /** For what is seen first: fetched at once instead of when it comes near. */
  eager?: boolean
  /** The one picture that grows from a card into a page, or back. */
  moving?: boolean
  className?: string
  /** The class of what holds the formats, when it is seen itself. */
  frame?: string
}

const sourcesOf = (picture: PictureOfClub, format: PictureFormat) =>
  renditionWidthsFor(picture.width)
    .map((width) => `${renditionPath(picture.id, width, format)} ${width}w`)
    .join(', ')

/** One of the club's own pictures in every width and format it exists in. Its colour shows while it loads. */
export function Picture(props: PictureProps) {
  const { picture, alt, sizes, ratio, eager, moving, className = 'picture', frame = 'formats' } = props
  const widths = renditionWidthsFor(picture.width)
  const middle = widths.find((width) => width >= 640) ?? widths[widths.length - 1] ?? picture.width
  return (
    <picture className={frame}>
      <source type="image/avif" srcSet={sourcesOf(picture, 'avif')} sizes={sizes} />
      <img
        className={classNames(className, ratio && `ratio-${ratio}`, moving && 'moving')}
        data-colour={picture.colour}
        src={renditionPath(picture.id, middle, 'webp')}
        srcSet={sourcesOf(picture, 'webp')}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}

type PortraitProps = Omit<PictureProps, 'picture'> & { portrait: Portrait | null }

/** A person's picture; without one, the generic person. */
export function PortraitPicture({ portrait, ...rest }: PortraitProps) {
  const { alt, ratio, moving, className = 'picture' } = rest
  if (portrait && !('address' in portrait)) return <Picture picture={portrait} {...rest} />
  const names = classNames(className, ratio && `ratio-${ratio}`, moving && 'moving')
  if (portrait) {
    return (
      <img className={names} src={portrait.address} alt={alt} loading="lazy" referrerPolicy="no-referrer" />
    )
  }
  return (
    <span className={classNames(names, 'nobody')} {...(alt ? { role: 'img', 'aria-label': alt } : undefined)}>
      <Icon of={User} />
    </span>
  )
}

/**
 * A round face beside a name. The name is read there, so the face itself is silent unless `alt` is given. A
 * tall picture of a person has the head in its upper middle, and the circle comes close to it.
 */
export function Avatar({ portrait, alt = '' }: { portrait: Portrait | null; alt?: string }) {
  if (!portrait || 'address' in portrait)
    return <PortraitPicture portrait={portrait} alt={alt} sizes="44px" className="avatar" />
  const isTall = portrait.height > portrait.width
  return (
    <Picture
      picture={portrait}
      alt={alt}
      sizes={isTall ? '66px' : '44px'}
      frame="avatar"
      className={isTall ? 'close-up' : ''}
    />
  )
}
