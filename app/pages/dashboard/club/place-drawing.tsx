import { Artwork } from '#app/components/artwork.tsx'
import { posterOf, ServicePoster } from '#app/components/service-poster.tsx'
import { texts } from '#copy/texts.ts'
import type { PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { t } from '#messages/t.ts'

const slideDrawings = ['hands', 'mobility', 'boxing']

/** Number at the end of a place such as `slide-2`, counted from 0. */
const indexOf = (place: PicturePlace) => Number(place.split('-')[1]) - 1

/** Name of a place for the office; a service's own name. */
export function placeName(place: PicturePlace, serviceNames: readonly string[]): string {
  if (place.startsWith('slide')) return t('clubPictures.slide', { number: indexOf(place) + 1 })
  if (place.startsWith('service'))
    return serviceNames[indexOf(place)] || t('clubPictures.service', { number: indexOf(place) + 1 })
  if (place === 'profile') return t('clubPictures.profile')
  return place === 'sign-in' ? t('clubPictures.signIn') : t('clubPictures.signUp')
}

/** The site's drawing at a place, which is shown without a picture of the club's own. */
export function PlaceDrawing({ place, sizes }: { place: PicturePlace; sizes: string }) {
  const service = place.startsWith('service') ? texts.home.services[indexOf(place)] : undefined
  if (service) return <ServicePoster poster={posterOf(service)} sizes={sizes} />
  if (place.startsWith('slide'))
    return (
      <Artwork
        name={`hero-${slideDrawings[indexOf(place)]}-1440`}
        width={1440}
        height={400}
        sizes={sizes}
        className="picture"
      />
    )
  if (place === 'profile')
    return (
      <Artwork
        name="profile-cover"
        widths={[820]}
        width={820}
        height={300}
        sizes={sizes}
        className="picture"
      />
    )
  return (
    <Artwork
      name={`door-${place}`}
      widths={[720]}
      width={720}
      height={900}
      sizes={sizes}
      className="picture"
    />
  )
}
