import { Link } from 'react-router'
import { ClassCard } from '#app/components/class-card.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { ShowMore } from '#app/components/show-more.tsx'
import { shownCount } from '#app/components/shown-count.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { listClasses } from '#domain/classes/classes.server.ts'
import { hasTrainers } from '#domain/trainers/trainers.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/classes.ts'
import { classCardOf } from './class-card-of.ts'
import { NoClasses } from './no-classes.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.navigation.classes, t('classes.description'))

export const loader = createLoader(async ({ url }: Route.LoaderArgs) => {
  const { items, total } = await listClasses({ limit: shownCount(url) })
  return { classes: items.map(classCardOf), total, hasTrainers: total > 0 || (await hasTrainers()) }
})

export default function Classes({ loaderData }: Route.ComponentProps) {
  const { classes, total } = loaderData
  return (
    <div className="wrap section-below">
      <PageHead lines={[texts.classes.heading]}>
        <p>
          {t('home.newestFirst')} <Link to="/timetable">{t('home.timetable')}</Link>
        </p>
      </PageHead>
      {classes.length === 0 && <NoClasses hasTrainers={loaderData.hasTrainers} />}
      <div className="classes">
        {classes.map((item, index) => (
          <ClassCard key={item.id} item={item} eager={index === 0} />
        ))}
      </div>
      <ShowMore shown={classes.length} total={total} />
    </div>
  )
}
