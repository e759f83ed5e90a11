import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { t } from '#messages/t.ts'

/** Takes the place of a section that could not be loaded. */
export function SectionFailed({ heading, to }: { heading: string; to: string }) {
  return (
    <EmptyState
      headingLevel={3}
      heading={heading}
      action={
        <LinkButton to={to} reloadDocument>
          {t('home.failed.open')}
        </LinkButton>
      }
    >
      {t('home.failed.text')}
    </EmptyState>
  )
}
