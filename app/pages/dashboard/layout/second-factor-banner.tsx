import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'

/** Asks admins and trainers for a second factor, under the bar of every dashboard page. */
export function SecondFactorBanner() {
  return (
    <aside className="account-banner" aria-label="Your second factor">
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>Your account opens more than your own.</b> Let it ask for a code from your phone as well, so that
          a password alone opens nothing.
        </p>
        <LinkButton small to="/dashboard/profileSettings/secondFactor">
          Set it up
        </LinkButton>
      </div>
    </aside>
  )
}
