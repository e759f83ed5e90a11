import { ArrowRight } from 'lucide'
import { artworkAddress } from '#app/components/artwork.tsx'
import { LinkButton } from '#app/components/button.tsx'
import type { FittedLine } from '#app/components/fit-headline.ts'
import { FittedHeadline } from '#app/components/fitted-headline.tsx'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { ClubPicture } from '#app/frame/club-picture.tsx'
import { texts } from '#copy/texts.ts'
import type { PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { Bullets, Slides } from './carousel.tsx'
import { useCarousel } from './use-carousel.ts'

const slides = [
  { art: 'hands', ground: 'on-clay' },
  { art: 'mobility', ground: 'on-pool' },
  { art: 'boxing', ground: 'on-bone' },
] as const

type Props = {
  /** Three headlines, each split into lines; '' and no lines for a slide without text. */
  headlines: { text: string; lines: FittedLine[] }[]
  taglines: string[]
  /** The lowest price of a slot, shown under the first headline; null without slots. */
  lowestPriceCents: number | null
}

/** The carousel at the top: three slides, each with headline, tagline and links to the classes and the free hours. */
export function Hero({ headlines, taglines, lowestPriceCents }: Props) {
  const names = slides.map(({ art }, index) => headlines[index]?.text || art)
  const from =
    lowestPriceCents === null ? '' : t('home.fromAmount', { amount: formatMoney(lowestPriceCents) })
  const carousel = useCarousel(slides.length)
  return (
    <section
      className="hero-carousel"
      aria-roledescription="carousel"
      aria-label={t('home.welcome')}
      onKeyDown={carousel.onKeyDown}
    >
      <Slides carousel={carousel} names={names} slideClass={(index) => `hero ${slides[index]?.ground ?? ''}`}>
        {slides.map(({ art, ground }, index) => (
          <div className="slide" key={art}>
            <ClubPicture
              place={`slide-${index + 1}` as PicturePlace}
              sizes={ownArtSizes}
              className="own-art"
              eager={index === 0}
            >
              <HeroArt name={art} eager={index === 0} />
            </ClubPicture>
            <div className="wrap">
              <div>
                {headlines[index]?.text && <FittedHeadline lines={headlines[index].lines} level={2} />}
                {taglines[index] && (
                  <p>
                    {taglines[index]}
                    {index === 0 && from}
                  </p>
                )}
              </div>
              <div className="foot">
                <LinkButton to="/class" variant={ground === 'on-pool' ? 'chalk' : 'solid'}>
                  {texts.home.allClass}
                  <Icon of={ArrowRight} />
                </LinkButton>
                <LinkButton to="/hours" variant={ground === 'on-pool' ? 'on-dark' : 'ink-edge'}>
                  {t('home.findHour')}
                </LinkButton>
              </div>
            </div>
          </div>
        ))}
      </Slides>
      <div className={classNames('hero-bullets', slides[carousel.current]?.ground)}>
        <div className="wrap">
          <Bullets carousel={carousel} label={t('home.slides')} names={names} />
        </div>
      </div>
    </section>
  )
}

/** The club's own picture fills the space of the drawing; on phones it stands above the text. */
const ownArtSizes = '(max-width: 700px) 100vw, 600px'

const crops = [
  { width: 390, media: '(max-width: 700px)' },
  { width: 820, media: '(max-width: 1080px)' },
]

/** Three crops of one artwork, one for each width, so that it never lies under the text. */
function HeroArt({ name, eager }: { name: (typeof slides)[number]['art']; eager: boolean }) {
  const address = (crop: string, format: string) => artworkAddress(`hero-${name}-${crop}.${format}`)
  const wide = (format: string) => `${address('1440', format)}, ${address('1440-2x', format)} 2x`
  return (
    <picture className="formats">
      {crops.flatMap(({ width, media }) =>
        ['avif', 'webp'].map((format) => (
          <source
            key={`${width} ${format}`}
            media={media}
            type={`image/${format}`}
            srcSet={`${address(`${width}-2x`, format)} 2x`}
          />
        )),
      )}
      <source type="image/avif" srcSet={wide('avif')} />
      <img
        className="art"
        src={address('1440', 'webp')}
        srcSet={wide('webp')}
        width={1440}
        height={400}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </picture>
  )
}
