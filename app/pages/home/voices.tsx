import { Artwork } from '#app/components/artwork.tsx'
import { texts } from '#words/texts.ts'
import { Bullets, Slides } from './carousel.tsx'
import { useCarousel } from './use-carousel.ts'

const voices = [
  {
    art: 'voice-ines-duarte',
    name: 'Ines Duarte',
    who: 'Member, Slot 3 with Mira Okafor',
    words:
      'I booked one month with Mira to get through a wedding. That was in 2023. I still have Tuesdays at eight, and I can carry my own suitcase up to the fourth floor.',
  },
  {
    art: 'voice-kofi-mensah',
    name: 'Kofi Mensah',
    who: 'Member, the six o’clock hour',
    words:
      'Nobody here has ever shouted at me. Jonas counts, I lift, he writes it down. In spring I read the first page of that notebook and did not believe it was mine.',
  },
  {
    art: 'voice-grace-whitlock',
    name: 'Grace Whitlock',
    who: 'Member since 2009',
    words:
      'My knee is older than some of the trainers. They asked about it before they asked about anything else, and it has not asked about the stairs since.',
  },
]

const names = voices.map(({ name }) => name)

/** What members say, one at a time. */
export function Voices() {
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
          {voices.map(({ art, name, who, words }) => (
            <figure className="slide" key={name}>
              <Artwork
                name={art}
                widths={[360, 720]}
                width={720}
                height={900}
                sizes="(max-width: 700px) 120px, 320px"
                className="picture ratio-4-5 face"
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
