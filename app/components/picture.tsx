import { User } from 'lucide'
import {
  renditionPath,
  renditionWidthsFor,
  type PictureFormat,
  type Picture as PictureOfClub,
  type Portrait,
} from '#domain/pictures/pictures.rules.ts'
import { Icon } from './icon.tsx'
import { classNames } from './join-class-names.ts'
import { pictureSizes } from './picture-sizes.ts'

export type Ratio = '4-5' | '4-3' | '1-1'

type PictureProps = {
  picture: PictureOfClub
  /** Empty when the text beside the picture describes it. */
  alt: string
  /** The value of the `sizes` attribute. */
  sizes: string
  ratio?: Ratio
  /** Loads at once with high priority, for a picture above the fold. */
  eager?: boolean
  /** Whether the picture takes part in the view transition between card and page. */
  moving?: boolean
  className?: string
  /** The class of the <picture> element. */
  frame?: string
}

const sourcesOf = (picture: PictureOfClub, format: PictureFormat) =>
  renditionWidthsFor(picture.width)
    .map((width) => `${renditionPath(picture.id, width, format)} ${width}w`)
    .join(', ')

/** An uploaded picture in all its widths and formats. Its colour shows while it loads. */
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

/** A person's picture, or the generic user icon. */
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
 * A round portrait beside a name, which serves as its text unless `alt` is given. A tall picture is cropped
 * to the head, in its upper middle.
 */
export function Avatar({ portrait, alt = '' }: { portrait: Portrait | null; alt?: string }) {
  if (!portrait || 'address' in portrait)
    return <PortraitPicture portrait={portrait} alt={alt} sizes={pictureSizes.avatar} className="avatar" />
  const isTall = portrait.height > portrait.width
  return (
    <Picture
      picture={portrait}
      alt={alt}
      sizes={isTall ? pictureSizes.tallAvatar : pictureSizes.avatar}
      frame="avatar"
      className={isTall ? 'close-up' : ''}
    />
  )
}
