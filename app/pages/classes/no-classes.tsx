import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { t } from '#messages/t.ts'

/** A list without classes. It leads to the trainers, or to the newsletter in a club that has none yet. */
export const NoClasses = ({ hasTrainers, headingLevel }: { hasTrainers: boolean; headingLevel?: 3 }) => (
  <EmptyState
    headingLevel={headingLevel}
    heading={t('home.noClasses')}
    action={
      hasTrainers ? (
        <LinkButton to="/trainers">{t('home.meetTrainers')}</LinkButton>
      ) : (
        <LinkButton to="/#newsletter">{t('hours.leaveYourAddress')}</LinkButton>
      )
    }
  >
    {hasTrainers ? t('home.noClasses.text') : t('classes.firstSoon')}
  </EmptyState>
)
