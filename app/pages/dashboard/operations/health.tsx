import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { readClubHealth } from '#domain/overview/health.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/health.ts'
import { healthLines } from './health-lines.ts'

const heading = () => t('health.clubHealth')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  lines: healthLines(await readClubHealth(actor), club.timeZone),
}))

/** Health checks of the club, with advice for those that fail. */
export default function Health({ loaderData: { lines } }: Route.ComponentProps) {
  const wrong = lines.filter(({ todo }) => todo !== null).length
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('health.checkedJustNowFor')}
        <code>npm run club -- doctor</code>
        {t('health.onTheServer')}
      </p>
      <section className="panel">
        <header>
          <h2>{t('health.checks')}</h2>
          <span className="note">
            {wrong === 0 ? t('health.allGood') : t('health.thingToLookAt', { wrong })}
          </span>
        </header>
        <ul className="todo">
          {lines.map(({ part, text, todo, to }) => (
            <li key={part}>
              <Dot kind={todo === null ? 'on' : 'bad'} />
              <div>
                <b>{part}</b>
                <p className="anywhere">
                  <span className="visually-hidden">
                    {todo === null ? t('health.ok') : t('health.toLookAt')}
                  </span>
                  {text}
                </p>
                {todo && <p className="check-advice anywhere">{todo}</p>}
              </div>
              {to && (
                <LinkButton small to={to}>
                  {t('health.seeMore')}
                  <span className="visually-hidden">: {part}</span>
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
        <footer className="button-row above-3">
          <LinkButton small to="/dashboard/mail">
            {t('health.emailSettings')}
          </LinkButton>
          <LinkButton small to="/dashboard/undelivered">
            {t('health.undeliveredEmails')}
          </LinkButton>
          <LinkButton small to="/dashboard/failedJobs">
            {t('health.failedTasks')}
          </LinkButton>
        </footer>
      </section>
    </>
  )
}
