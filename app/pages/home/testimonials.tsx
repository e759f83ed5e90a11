import { Picture } from '#app/components/picture.tsx'
import { texts } from '#copy/texts.ts'
import type { Testimonial } from '#domain/club/club.server.ts'
import { t } from '#messages/t.ts'
import { Bullets, Slides } from './carousel.tsx'
import { useCarousel } from './use-carousel.ts'

/** A carousel of testimonials. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const names = testimonials.map(({ name }) => name)
  const carousel = useCarousel(testimonials.length)
  return (
    <section
      className="testimonials"
      aria-roledescription="carousel"
      aria-labelledby="testimonials"
      onKeyDown={carousel.onKeyDown}
    >
      <h2 className="visually-hidden" id="testimonials">
        {texts.home.testimonials}
      </h2>
      <div className="wrap">
        <Slides carousel={carousel} names={names} slideClass={() => 'testimonial'}>
          {testimonials.map(({ id, picture, name, who, words }) => (
            <figure className="slide" key={id}>
              <Picture
                picture={picture}
                alt=""
                ratio="4-5"
                sizes="(max-width: 700px) 120px, 320px"
                className="picture face"
              />
              <div className="col">
                <p className="kicker">{t('home.whatMembersSay')}</p>
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
