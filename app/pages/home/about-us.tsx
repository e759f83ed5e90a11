import { Dot } from '#app/components/status-dot.tsx'
import { texts } from '#words/texts.ts'

const points = [
  {
    heading: 'Fitness philosophy',
    words: 'Strong enough for your life, and a little left over. We count hours kept, not kilos lost.',
  },
  {
    heading: 'Passionate trainers',
    words: 'One trainer, one member, one hour. They write your next session before you have showered.',
  },
  {
    heading: 'Community connection',
    words: 'People save each other a bike, hold each other’s feet and argue about coffee in the forum.',
  },
]

/** What the club is about, in three points. */
export function AboutUs() {
  return (
    <section className="section">
      <div className="wrap">
        <div className="about">
          <div>
            <h2 className="display h-section">{texts.home.aboutUs}</h2>
            <p className="lead about-lead">
              One door, one floor, the same faces every week. Since 2005 we have sold one thing: an hour with
              your name on it.
            </p>
          </div>
          <ul>
            {points.map(({ heading, words }, index) => (
              <li key={heading}>
                <div className="dots" aria-hidden="true">
                  {points.slice(0, index + 1).map((point) => (
                    <Dot kind="on" key={point.heading} />
                  ))}
                </div>
                <div>
                  <h3 className="head">{heading}</h3>
                  <p>{words}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
