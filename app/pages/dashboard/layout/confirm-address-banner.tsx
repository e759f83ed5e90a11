import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'

/** Requests confirmation of an email address, on every dashboard page. */
export function ConfirmAddressBanner({ email }: { email: string }) {
  const isSending = useNavigation().formAction === '/askToConfirm'
  const at = email.lastIndexOf('@')
  return (
    <aside className="account-banner" aria-label={t('confirmAddressBanner.yourAddress')}>
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>
            {t('confirmAddressBanner.is', { slice: email.slice(0, at) })}
            <wbr />
            {t('confirmAddressBanner.yours', { slice: email.slice(at) })}
          </b>
          {t('confirmAddressBanner.openTheLinkWe')}
          <span className="no-phone">{t('confirmAddressBanner.untilThenYouCant')}</span>
        </p>
        <Form method="post" action="/askToConfirm" preventScrollReset>
          <Button small pending={isSending}>
            {t('confirmAddressBanner.sendItAgain')}
          </Button>
        </Form>
      </div>
    </aside>
  )
}
