import { ArrowRight } from 'lucide-react'
import { artworkAddress } from '#app/components/artwork.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { classNames } from '#app/components/class-names.ts'
import { StretchedHeadline } from '#app/components/stretched-headline.tsx'
import { formatMoney } from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { Bullets, Slides } from './carousel.tsx'
import { useCarousel } from './use-carousel.ts'

type Slide = {
  art: 'strength' | 'meditation' | 'boxing'
  ground: string
  lines: [string, string]
  tagline: (lowestPriceCents: number | null) => string
}

const slides: Slide[] = [
  {
    art: 'strength',
    ground: 'on-clay',
    lines: ['Your hour.', 'Your trainer.'],
    tagline: (cents) =>
      `Pick a trainer, pick an hour, keep it for the month.${cents === null ? '' : ` From ${formatMoney(cents)}.`}`,
  },
  {
    art: 'meditation',
    ground: 'on-pool',
    lines: ['Half an hour', 'of nothing.'],
    tagline: () => 'Our quietest class, and the hardest. Socks on, shoes at the door.',
  },
  {
    art: 'boxing',
    ground: 'on-bone',
    lines: ['On Saturday', 'we hit things.'],
    tagline: () => 'Open to beginners until Christmas. Gloves are by the door.',
  },
]

const names = slides.map(({ lines }) => lines.join(' '))

/** The carousel on top: three slides, each with its headline, its tagline and the way to the classes. */
export function Hero({ lowestPriceCents }: { lowestPriceCents: number | null }) {
  const carousel = useCarousel(slides.length)
  return (
    <section
      className="hero-carousel"
      aria-roledescription="carousel"
      aria-label="Welcome"
      onKeyDown={carousel.onKeyDown}
    >
      <Slides carousel={carousel} names={names} slideClass={(index) => `hero ${slides[index]?.ground ?? ''}`}>
        {slides.map(({ art, ground, lines, tagline }, index) => (
          <div className="slide" key={art}>
            <HeroArt name={art} eager={index === 0} />
            <div className="wrap">
              <div>
                <StretchedHeadline lines={lines} measure={6.65} level={2} />
                <p>{tagline(lowestPriceCents)}</p>
              </div>
              <div className="foot">
                <LinkButton to="/class" variant={ground === 'on-pool' ? 'chalk' : 'solid'}>
                  {texts.home.allClass}
                  <ArrowRight className="icon" aria-hidden="true" />
                </LinkButton>
              </div>
            </div>
          </div>
        ))}
      </Slides>
      <div className={classNames('hero-bullets', slides[carousel.current]?.ground)}>
        <div className="wrap">
          <Bullets carousel={carousel} label="Slides" names={names} />
        </div>
      </div>
    </section>
  )
}

const crops = [
  { width: 390, media: '(max-width: 700px)' },
  { width: 820, media: '(max-width: 1080px)' },
]

/** Three crops of one drawing, each made for its width: the art is never under the type. */
function HeroArt({ name, eager }: { name: Slide['art']; eager: boolean }) {
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
