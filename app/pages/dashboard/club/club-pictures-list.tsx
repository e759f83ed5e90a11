import { Link } from 'react-router'
import { ClubPicture } from '#app/frame/club-picture.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { picturePlaces, type PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { t } from '#messages/t.ts'
import { PlaceDrawing, placeName } from './place-drawing.tsx'

const sections = () => [
  {
    heading: t('clubPictures.firstPage'),
    note: t('clubPictures.firstPage.note'),
    places: picturePlaces.slice(0, 3),
  },
  {
    heading: t('clubPictures.services'),
    note: t('clubPictures.services.note'),
    places: picturePlaces.slice(3, 13),
  },
  { heading: t('clubPictures.doors'), note: t('clubPictures.doors.note'), places: picturePlaces.slice(13) },
]

/** The places of the site's pictures, each a link to its page. */
export function ClubPicturesList({ serviceNames }: { serviceNames: string[] }) {
  const { club } = useLayoutProps()
  return sections().map(({ heading, note, places }) => (
    <SettingsSection key={heading} heading={heading} note={note}>
      <ul className="picture-places">
        {places.map((place) => (
          <li key={place}>
            <Link to={`/dashboard/club/pictures/${place}`}>
              <PlacePicture place={place} sizes="320px" />
              <b>{placeName(place, serviceNames)}</b>
              <span className="note">
                {club.pictures[place]?.picture ? t('clubPictures.own') : t('clubPictures.drawn')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  ))
}

/** What the site shows at a place now. */
export function PlacePicture({ place, sizes }: { place: PicturePlace; sizes: string }) {
  return (
    <ClubPicture place={place} sizes={sizes}>
      <PlaceDrawing place={place} sizes={sizes} />
    </ClubPicture>
  )
}
