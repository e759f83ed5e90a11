import type { ReactNode } from 'react'
import { Picture, type Ratio } from '#app/components/picture.tsx'
import { Drawing } from '#app/components/service-poster.tsx'
import type { PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { useLayoutProps } from './session.ts'

type Props = {
  place: PicturePlace
  /** The site's drawing. */
  children: ReactNode
  sizes: string
  ratio?: Ratio
  className?: string
  eager?: boolean
}

/** The club's own picture at a place, or the site's drawing. */
export function ClubPicture({ place, children, ...props }: Props) {
  const own = useLayoutProps().club.pictures[place]
  if (own?.drawing) {
    const { sizes, className, eager } = props
    return (
      <Drawing
        name={own.drawing}
        large={!place.startsWith('service')}
        {...{ sizes, eager }}
        className={className && `${className} drawn`}
      />
    )
  }
  return own?.picture ? <Picture picture={own.picture} alt={own.altText} {...props} /> : children
}
