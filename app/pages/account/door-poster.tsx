import { Artwork } from '../../components/artwork.tsx'

/** The poster beside the form: one for coming in, one for joining. */
export function DoorPoster({ name }: { name: 'in' | 'up' }) {
  return (
    <Artwork
      name={`door-sign-${name}`}
      widths={[720, 1080]}
      width={1080}
      height={1350}
      sizes="50vw"
      className="poster"
      eager
    />
  )
}
