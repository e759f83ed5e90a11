import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'

/** Takes the place of a section that could not be loaded. */
export function SectionFailed({ name, to }: { name: string; to: string }) {
  return (
    <EmptyState
      headingLevel={3}
      heading={`${name} didn’t make it here`}
      action={
        <LinkButton to={to} reloadDocument>
          Open their page
        </LinkButton>
      }
    >
      Something went wrong on our side. The rest of this page is fine.
    </EmptyState>
  )
}
