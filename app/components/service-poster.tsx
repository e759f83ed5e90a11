import { texts } from '#words/texts.ts'
import { Artwork } from './artwork.tsx'

export type Service = (typeof texts.home.services)[number]

/** The poster of one of the ten services. */
export function ServicePoster({ service, sizes }: { service: Service; sizes: string }) {
  return (
    <Artwork
      name={`service-${service.toLowerCase().replaceAll(' ', '-')}`}
      widths={[360, 540]}
      width={540}
      height={675}
      sizes={sizes}
      className="picture ratio-4-5"
    />
  )
}
