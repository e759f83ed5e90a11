import { Artwork } from '#app/components/artwork.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { SectionHead } from '#app/components/section-head.tsx'
import { texts } from '#words/texts.ts'

const descriptions = [
  'Squat, press, pull. Five lifters to a rack, a coach at each.',
  'Rower, rope and track in one steady forty minutes.',
  'Slow flows at seven, with the windows open.',
  'Twenty hard minutes. Then you lie on the floor.',
  'Sit still for half an hour. Harder than it sounds.',
  'Light weights, many times, done properly.',
  'Twenty bikes in the dark and a good playlist.',
  'Carry, hinge, reach: what a normal day asks of you.',
  'Springs, straps and a trainer who sees everything.',
  'A new board every morning. Nobody finishes alone.',
]

/** The ten services, each with its poster. */
export function Services() {
  return (
    <section className="section">
      <div className="wrap">
        <SectionHead lines={texts.home.featuredServices.split(' ')}>
          <p>
            Ten ways to spend an hour. Every one has a trainer in the room who knows your name by the second
            week.
          </p>
        </SectionHead>
        <div className="services">
          {texts.home.services.map((name, index) => (
            <article key={name}>
              <Artwork
                name={`service-${name.toLowerCase().replaceAll(' ', '-')}`}
                widths={[360, 540]}
                width={540}
                height={675}
                sizes={pictureSizes.fifth}
                className="picture ratio-4-5"
              />
              <h3 className="head">{name}</h3>
              <p>{descriptions[index]}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
