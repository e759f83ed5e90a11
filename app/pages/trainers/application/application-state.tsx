import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { skillName } from '#app/components/skill-name.ts'
import { texts } from '#copy/texts.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
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
    [t('applicationState.sent'), appliedOn],
    [t('form.name'), name],
    [t('applicationState.yearsOfExperience'), String(yearsOfExperience)],
    [t('applicationState.hoursADay'), String(hoursADay)],
    [t('applicationState.days'), describeDays(weekdays)],
    [t('applicationState.skills'), skills.map(skillName).join(', ') || t('applicationState.none')],
  ]
  return (
    <div className="with-side apply">
      <section>
        <h2 className="head head-large">{t('applicationState.yourRequestIsIn')}</h2>
        <p className="text-small above-2 measure">{t('applicationState.anAdminWillRead')}</p>
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
          heading={t('applicationState.youreAlreadyATrainer')}
          action={<LinkButton to="/dashboard/manageSlots">{texts.sideMenu.manageSlots}</LinkButton>}
        >
          {t('applicationState.youCanChangeYour')}
        </EmptyState>
      ) : (
        <EmptyState
          heading={t('applicationState.adminsCantApply')}
          action={<LinkButton to="/dashboard/appliedTrainers">{texts.sideMenu.appliedTrainers}</LinkButton>}
        >
          {t('applicationState.youreTheOneWho')}
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
        {t('applicationState.yourLastRequestWas')}
      </h2>
      <p>{reason}</p>
      <p className="note">{t('applicationState.youCanApplyAgain')}</p>
    </section>
  )
}
