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

/** A poster or still life of the site's, 4 by 5. */
export function Drawing({ name, sizes }: { name: string; sizes: string }) {
  return (
    <Artwork
      name={name}
      widths={[360, 540]}
      width={540}
      height={675}
      sizes={sizes}
      className="picture ratio-4-5"
    />
  )
}
