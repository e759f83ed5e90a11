import { Dot } from '#app/components/status-dot.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'

/** Three points about the club; those without text are omitted. */
export function AboutUs({ points }: { points: readonly string[] }) {
  const { openSince } = useLayoutProps().club
  const shown = texts.home.points.flatMap((heading, index) => {
    const words = points[index] ?? ''
    return words === '' ? [] : [{ heading, words }]
  })
  if (shown.length === 0) return null
  return (
    <section className="section">
      <div className="wrap">
        <div className="about">
          <div>
            <h2 className="display h-section">{texts.home.aboutUs}</h2>
            <p className="lead about-lead">
              {openSince === null ? t('home.lead') : t('home.leadSince', { year: openSince })}
            </p>
          </div>
          <ul>
            {shown.map(({ heading, words }, index) => (
              <li key={heading}>
                <div className="dots" aria-hidden="true">
                  {shown.slice(0, index + 1).map((point) => (
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
