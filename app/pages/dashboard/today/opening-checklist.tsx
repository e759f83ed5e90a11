import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import type { SetupStep } from '#domain/overview/setup-checklist.server.ts'
import { t } from '#messages/t.ts'

/** Setup steps of a new club; renders nothing once all are done. */
export function OpeningChecklist({ steps }: { steps: SetupStep[] }) {
  if (steps.length === 0) return null
  const done = steps.filter((step) => step.done).length
  return (
    <section className="panel" aria-labelledby="before-opening">
      <header>
        <h2 id="before-opening">{t('openingChecklist.beforeYouOpen')}</h2>
        <span className="note">{t('openingChecklist.progress', { done, total: steps.length })}</span>
      </header>
      <ul className="todo">
        {steps.map(({ name, description, done: isDone, to, action }, index) => (
          <li key={name}>
            <Dot kind={isDone ? 'on' : 'ring'} />
            <div>
              <b>{name}</b>
              <p>
                <span className="visually-hidden">
                  {isDone ? t('openingChecklist.done') : t('openingChecklist.toDo2')}
                </span>
                {description}
              </p>
            </div>
            {!isDone && to && (
              <LinkButton small variant={index === 0 ? 'primary' : 'outline'} to={to}>
                {action}
                <span className="visually-hidden">: {name}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
