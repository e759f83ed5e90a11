import type { SetupStep } from '#domain/overview/setup-checklist.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'

/** Setup steps of a new club; renders nothing once all are done. */
export function OpeningChecklist({ steps }: { steps: SetupStep[] }) {
  if (steps.length === 0) return null
  const left = steps.filter(({ done }) => !done).length
  return (
    <section className="panel" aria-labelledby="before-opening">
      <header>
        <h2 id="before-opening">Before you open</h2>
        <span className="note">{left} to do</span>
      </header>
      <ul className="todo">
        {steps.map(({ name, description, done, to }) => (
          <li key={name}>
            <Dot kind={done ? 'on' : 'ring'} />
            <div>
              <b>{name}</b>
              <p>
                <span className="visually-hidden">{done ? 'Done: ' : 'To do: '}</span>
                {description}
              </p>
            </div>
            {!done && to && (
              <LinkButton small to={to}>
                Set up<span className="visually-hidden">: {name}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
