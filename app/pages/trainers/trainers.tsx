import { listTrainers } from '#domain/trainers/trainers.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { PageHead } from '#app/components/section-head.tsx'
import { ShowMore } from '#app/components/show-more.tsx'
import { TrainerCard } from '#app/components/trainer-card.tsx'
import { createLoader } from '#app/frame/handlers.server.ts'
import { shownCount } from '#app/components/shown-count.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/trainers.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Trainers',
    'The people who train here: their experience, their hours, and which of them are free.',
  )

export const loader = createLoader(async ({ url }: Route.LoaderArgs) => {
  const { items, total } = await listTrainers({ limit: shownCount(url) })
  const trainers = items.map(({ id, name, yearsOfExperience, portrait }) => ({
    id,
    name,
    yearsOfExperience,
    portrait,
  }))
  return { trainers, total }
})

export default function Trainers({ loaderData: { trainers, total } }: Route.ComponentProps) {
  return (
    <div className="wrap section-below">
      <PageHead lines={[texts.trainers.heading]}>
        <p>Each has hours of their own. Choose the person first; the hour follows.</p>
      </PageHead>
      {trainers.length === 0 && (
        <EmptyState
          heading="No trainers yet"
          action={<LinkButton to="/beTrainer">{texts.trainer.becomeTrainer}</LinkButton>}
        >
          The first ones will appear here. Do you train people yourself?
        </EmptyState>
      )}
      <div className="people list">
        {trainers.map((trainer, index) => (
          <TrainerCard
            key={trainer.id}
            trainer={trainer}
            linkText={texts.trainers.knowMore}
            eager={index === 0}
            sizes={pictureSizes.person}
          />
        ))}
      </div>
      <ShowMore shown={trainers.length} total={total} />
    </div>
  )
}
