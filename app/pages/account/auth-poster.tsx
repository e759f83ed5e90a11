import { Artwork } from '#app/components/artwork.tsx'
import { ClubPicture } from '#app/frame/club-picture.tsx'

/** The poster beside the form of the sign-in and sign-up pages. */
export function AuthPoster({ name }: { name: 'in' | 'up' }) {
  return (
    <ClubPicture place={`sign-${name}`} sizes="max(50vw, 80vh)" className="poster" eager>
      <Artwork
        name={`door-sign-${name}`}
        widths={[720, 1440]}
        width={1440}
        height={1800}
        sizes="max(50vw, 80vh)"
        className="poster"
        eager
      />
    </ClubPicture>
  )
}
