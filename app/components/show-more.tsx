import { cardsAtOnce } from './shown-count.ts'
import { LinkButton } from './button.tsx'

/** A link that loads more of the list, until all of it is shown. */
export function ShowMore({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <p className="show-more">
      <LinkButton to={`?show=${shown + cardsAtOnce}`} replace preventScrollReset>
        Show more
      </LinkButton>
      <span className="note">
        {shown} of {total}
      </span>
    </p>
  )
}
