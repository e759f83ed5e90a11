import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type SideFigure = { name: string; to: string; note: ReactNode; value: ReactNode; of?: string }

/** Figures beside the day, each a link to its page. */
export function SideFigures({ heading, figures }: { heading: string; figures: SideFigure[] }) {
  return (
    <section className="panel side-figures">
      <header>
        <h2>{heading}</h2>
      </header>
      <dl>
        {figures.map(({ name, to, note, value, of }) => (
          <div key={name}>
            <dt>
              <Link to={to}>{name}</Link>
              <span className="note">{note}</span>
            </dt>
            <dd>
              {value} {of && <small>{of}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
