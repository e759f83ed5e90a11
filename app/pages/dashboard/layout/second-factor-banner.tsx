import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'

/** Suggests a second factor to admins and trainers, on every dashboard page. */
export function SecondFactorBanner() {
  return (
    <aside className="account-banner" aria-label="Your second factor">
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>You can see other people’s data.</b> Add a code from your phone, so a stolen password isn’t
          enough.
        </p>
        <LinkButton small to="/dashboard/profileSettings/secondFactor">
          Set it up
        </LinkButton>
      </div>
    </aside>
  )
}
