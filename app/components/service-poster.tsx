import { texts } from '#copy/texts.ts'
import { Artwork } from './artwork.tsx'

export type Service = (typeof texts.home.services)[number]
type Slug<Name extends string> = Name extends `${infer First} ${infer Rest}`
  ? Slug<`${First}-${Rest}`>
  : Lowercase<Name>
/** The name of a service's poster, such as `spin-revolution`. */
export type Poster = Slug<Service>

export const posterOf = (service: Service) => service.toLowerCase().replaceAll(' ', '-') as Poster

export function ServicePoster({ poster, sizes }: { poster: Poster; sizes: string }) {
  return <Drawing name={`service-${poster}`} sizes={sizes} />
}

type DrawingProps = {
  name: string
  sizes: string
  className?: string
  eager?: boolean
  /** Whether it fills half a screen. */
  large?: boolean
}

/** A poster or still life of the site's, 4 by 5. */
export function Drawing({ large, className = 'picture ratio-4-5', ...props }: DrawingProps) {
  const widths = large ? [540, 1080] : [360, 540]
  return <Artwork widths={widths} width={540} height={675} className={className} {...props} />
}
