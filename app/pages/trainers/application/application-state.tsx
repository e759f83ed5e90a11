import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { describeDays } from '#app/components/week-dots.tsx'
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

/** An application that waits for an answer. */
export function WaitingApplication({ application }: { application: Application }) {
  const { name, appliedOn, yearsOfExperience, hoursADay, weekdays, skills } = application
  const rows = [
    ['Sent', appliedOn],
    ['Name', name],
    ['Years of experience', String(yearsOfExperience)],
    ['Hours a day', String(hoursADay)],
    ['Days', describeDays(weekdays)],
    ['Skills', skills.join(', ') || 'None named'],
  ]
  return (
    <div className="with-side apply">
      <section>
        <h2 className="head head-large">Your request is in</h2>
        <p className="text-small above-2 measure">
          An admin reads it, usually within two days. Until then you are a member as before; the answer will
          be in your activity log.
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
      <SlotsPreview hoursADay={hoursADay} days={weekdays} />
    </div>
  )
}

/** For those who have no need of it. */
export function CannotApply({ role }: { role: 'trainer' | 'admin' }) {
  return (
    <div className="section-below">
      {role === 'trainer' ? (
        <EmptyState
          heading="You are a trainer already"
          action={<LinkButton to="/dashboard/manageSlots">{texts.sideMenu.manageSlots}</LinkButton>}
        >
          Your hours and prices are yours to change at any time.
        </EmptyState>
      ) : (
        <EmptyState
          heading="An admin cannot apply to be a trainer"
          action={<LinkButton to="/dashboard/appliedTrainers">{texts.sideMenu.appliedTrainers}</LinkButton>}
        >
          You are the one who answers the applications of others.
        </EmptyState>
      )}
    </div>
  )
}

/** Why the last application was not taken, above the form for the next one. */
export function DeclinedNote({ reason }: { reason: string }) {
  return (
    <section className="declined-note" aria-labelledby="declined">
      <h2 className="head" id="declined">
        Your last request was declined
      </h2>
      <p>{reason}</p>
      <p className="note">You may apply again, one request at a time.</p>
    </section>
  )
}
