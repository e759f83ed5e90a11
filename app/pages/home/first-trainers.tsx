import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { SectionHead, SeeAll } from '#app/components/section-head.tsx'
import { TrainerCard } from '#app/components/trainer-card.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { SectionFailed } from './section-failed.tsx'

type Trainer = Parameters<typeof TrainerCard>[0]['trainer']

/** The longest-serving trainers; null when they could not be loaded. */
export function FirstTrainers({ trainers }: { trainers: Trainer[] | null }) {
  const { viewer } = useLayoutProps()
  return (
    <section className="section section-above">
      <div className="wrap">
        <SectionHead lines={[texts.home.trainers]}>
          {trainers?.length !== 0 && <SeeAll to="/trainers">{texts.home.seeAllTrainers}</SeeAll>}
        </SectionHead>
        {trainers === null && <SectionFailed heading={t('home.failed.trainers')} to="/trainers" />}
        {trainers?.length === 0 && (
          <EmptyState
            headingLevel={3}
            heading={t('home.noTrainers')}
            action={
              !viewer?.actedFor && <LinkButton to="/beTrainer">{texts.trainer.becomeTrainer}</LinkButton>
            }
          >
            {t('home.noTrainers.text')}
          </EmptyState>
        )}
        {trainers && trainers.length > 0 && (
          <div className="people">
            {trainers.map((trainer) => (
              <TrainerCard
                key={trainer.id}
                trainer={trainer}
                linkText={texts.home.viewProfile}
                headingLevel={3}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
