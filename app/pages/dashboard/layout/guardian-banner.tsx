import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'

/** Names the member for whom a guardian acts, on every dashboard page. */
export function GuardianBanner({ name }: { name: string }) {
  return (
    <aside className="account-banner" aria-label={t('family.heading')}>
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>{t('family.youActFor', { name })}</b> <span className="no-phone">{t('family.whatYouDoIs')}</span>
        </p>
        <Form method="post" action="/dashboard/family">
          <input type="hidden" name="intent" value="self" />
          <Button small>{t('family.actForYourself')}</Button>
        </Form>
      </div>
    </aside>
  )
}
