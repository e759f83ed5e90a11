import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { t } from '#messages/t.ts'

type Props = { name: string; isPublic?: boolean }

/** Names the member for whom a guardian acts, on every page. */
export function GuardianBanner({ name, isPublic }: Props) {
  return (
    <aside className="account-banner" aria-label={t('family.heading')}>
      <div className={classNames('in', isPublic && 'wrap')}>
        <Dot kind="held" />
        <p>
          <b>{t('family.youActFor', { name })}</b> <span className="no-phone">{t('family.whatYouDoIs')}</span>
        </p>
        <ActForYourself small />
      </div>
    </aside>
  )
}

type ActForYourselfProps = {
  /** The page to open then; the family's without one. */
  to?: string
  small?: boolean
}

/** Ends acting for a member. */
export function ActForYourself({ to, small }: ActForYourselfProps) {
  return (
    <Form method="post" action="/dashboard/family" reloadDocument={to !== undefined}>
      <HiddenFields values={{ intent: 'self', ...(to !== undefined && { to }) }} />
      <Button small={small} variant={small ? 'outline' : 'primary'}>
        {t('family.actForYourself')}
      </Button>
    </Form>
  )
}
