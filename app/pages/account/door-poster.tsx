import { Artwork } from '#app/components/artwork.tsx'

/** The poster beside the form: one for coming in, one for joining. */
export function DoorPoster({ name }: { name: 'in' | 'up' }) {
  return (
    <Artwork name={`door-sign-${name}`} width={960} height={1200} sizes="50vw" className="poster" eager />
  )
}
