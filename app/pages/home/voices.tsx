import type { Voice } from '#domain/club/club.server.ts'
import { Picture } from '#app/components/picture.tsx'
import { texts } from '#words/texts.ts'
import { Bullets, Slides } from './carousel.tsx'
import { useCarousel } from './use-carousel.ts'

/** What members say, one at a time. */
export function Testimonials({ voices }: { voices: Voice[] }) {
  const names = voices.map(({ name }) => name)
  const carousel = useCarousel(voices.length)
  return (
    <section
      className="voices"
      aria-roledescription="carousel"
      aria-labelledby="voices"
      onKeyDown={carousel.onKeyDown}
    >
      <h2 className="visually-hidden" id="voices">
        {texts.home.testimonials}
      </h2>
      <div className="wrap">
        <Slides carousel={carousel} names={names} slideClass={() => 'voice'}>
          {voices.map(({ id, picture, name, who, words }) => (
            <figure className="slide" key={id}>
              <Picture
                picture={picture}
                alt=""
                ratio="4-5"
                sizes="(max-width: 700px) 120px, 320px"
                className="picture face"
              />
              <div className="col">
                <p className="kicker">What members say</p>
                <blockquote>{words}</blockquote>
                <figcaption className="who">
                  <cite>
                    {name}
                    <span>{who}</span>
                  </cite>
                </figcaption>
              </div>
            </figure>
          ))}
        </Slides>
        <Bullets carousel={carousel} label={texts.home.testimonials} names={names} />
      </div>
    </section>
  )
}
