import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'

/** Stands where a part of the page could not be read just now; the rest of the page is there. */
export function SectionFailed({ what, to }: { what: string; to: string }) {
  return (
    <EmptyState
      headingLevel={3}
      heading={`${what} did not make it here`}
      action={
        <LinkButton to={to} reloadDocument>
          Try their own page
        </LinkButton>
      }
    >
      Something went wrong on our side. Everything else on this page is as it should be.
    </EmptyState>
  )
}
