import { pictureSizes } from '#app/components/picture-sizes.ts'
import { SectionHead } from '#app/components/section-head.tsx'
import { posterOf, ServicePoster } from '#app/components/service-poster.tsx'
import { ClubPicture } from '#app/frame/club-picture.tsx'
import { texts } from '#copy/texts.ts'
import type { PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { t } from '#messages/t.ts'

type Props = { names: readonly string[]; lines: readonly string[] }

/** The services with their posters, in the order of the list; those without a name are omitted. */
export function Services({ names, lines }: Props) {
  const shown = names.filter((name) => name !== '').length
  if (shown === 0) return null
  return (
    <section className="section">
      <div className="wrap">
        <SectionHead lines={texts.home.featuredServices.split(' ')}>
          <p>{names.length === shown ? t('home.tenWays') : t('home.ways')}</p>
        </SectionHead>
        <div className="services">
          {texts.home.services.map(
            (poster, index) =>
              names[index] && (
                <article key={poster}>
                  <ClubPicture
                    place={`service-${index + 1}` as PicturePlace}
                    sizes={pictureSizes.fifth}
                    ratio="4-5"
                  >
                    <ServicePoster poster={posterOf(poster)} sizes={pictureSizes.fifth} />
                  </ClubPicture>
                  <h3 className="head">{names[index]}</h3>
                  <p>{lines[index]}</p>
                </article>
              ),
          )}
        </div>
      </div>
    </section>
  )
}
