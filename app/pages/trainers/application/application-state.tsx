import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { describeDays } from '#format/weekdays.ts'
import { texts } from '#copy/texts.ts'
import { SlotsPreview } from './slots-preview.tsx'

type Application = {
  name: string
  appliedOn: string
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
}

/** A pending application. */
export function WaitingApplication({
  application,
  slotPriceCents,
}: {
  application: Application
  slotPriceCents: number
}) {
  const { name, appliedOn, yearsOfExperience, hoursADay, weekdays, skills } = application
  const rows = [
    ['Sent', appliedOn],
    ['Name', name],
    ['Years of experience', String(yearsOfExperience)],
    ['Hours a day', String(hoursADay)],
    ['Days', describeDays(weekdays)],
    ['Skills', skills.join(', ') || 'None'],
  ]
  return (
    <div className="with-side apply">
      <section>
        <h2 className="head head-large">Your request is in</h2>
        <p className="text-small above-2 measure">
          An admin will read it, usually within two days. Until then you’re still a member, and the answer
          will be in your activity log.
        </p>
        <dl className="sent-request above-5">
          {rows.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="above-5">
          <LinkButton to="/dashboard/activityLog">{texts.sideMenu.activityLog}</LinkButton>
        </p>
      </section>
      <SlotsPreview hoursADay={hoursADay} days={weekdays} priceCents={slotPriceCents} />
    </div>
  )
}

/** The page for trainers and admins. */
export function CannotApply({ role }: { role: 'trainer' | 'admin' }) {
  return (
    <div className="section-below">
      {role === 'trainer' ? (
        <EmptyState
          heading="You’re already a trainer"
          action={<LinkButton to="/dashboard/manageSlots">{texts.sideMenu.manageSlots}</LinkButton>}
        >
          You can change your hours and prices at any time.
        </EmptyState>
      ) : (
        <EmptyState
          heading="Admins can’t apply"
          action={<LinkButton to="/dashboard/appliedTrainers">{texts.sideMenu.appliedTrainers}</LinkButton>}
        >
          You’re the one who answers other people’s applications.
        </EmptyState>
      )}
    </div>
  )
}

/** The reason for the last refusal, above the form. */
export function DeclinedNote({ reason }: { reason: string }) {
  return (
    <section className="declined-note" aria-labelledby="declined">
      <h2 className="head" id="declined">
        Your last request was declined
      </h2>
      <p>{reason}</p>
      <p className="note">You can apply again, one request at a time.</p>
    </section>
  )
}
