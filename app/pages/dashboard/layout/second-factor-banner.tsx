import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'

/** Suggests a second factor to admins and trainers, on every dashboard page. */
export function SecondFactorBanner() {
  return (
    <aside className="account-banner" aria-label={t('secondFactorBanner.yourSecondFactor')}>
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>{t('secondFactorBanner.youCanSeeOther')}</b>
          {t('secondFactorBanner.addACodeFrom')}
        </p>
        <LinkButton small to="/dashboard/profileSettings/secondFactor">
          {t('secondFactorBanner.setItUp')}
        </LinkButton>
      </div>
    </aside>
  )
}
