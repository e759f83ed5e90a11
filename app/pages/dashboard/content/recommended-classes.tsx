import { LinkButton } from '#app/components/button.tsx'
import { ClassCard } from '#app/components/class-card.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { classCardOf } from '#app/pages/classes/class-card-of.ts'
import { texts } from '#copy/texts.ts'
import { listRecommendedClasses } from '#domain/classes/classes.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/recommended-classes.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.recommendedClasses.heading)

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  classes: (await listRecommendedClasses(actor)).map(classCardOf),
}))

export default function RecommendedClasses({ loaderData: { classes } }: Route.ComponentProps) {
  return (
    <>
      <h1>{texts.recommendedClasses.heading}</h1>
      <p className="subtitle">{texts.recommendedClasses.subtitle}</p>
      {classes.length === 0 && (
        <div className="above-6">
          <EmptyState
            heading={t('recommendedClasses.noClassesYet')}
            action={<LinkButton to="/trainers">{t('recommendedClasses.meetTheTrainers')}</LinkButton>}
          >
            {t('recommendedClasses.theTrainersAreStill')}
          </EmptyState>
        </div>
      )}
      <div className="five-columns">
        {classes.map((item, index) => (
          <ClassCard key={item.id} item={item} eager={index === 0} />
        ))}
      </div>
    </>
  )
}
