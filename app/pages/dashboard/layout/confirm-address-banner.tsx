import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'

/** Requests confirmation of an email address, on every dashboard page. */
export function ConfirmAddressBanner({ email }: { email: string }) {
  const isSending = useNavigation().formAction === '/askToConfirm'
  const at = email.lastIndexOf('@')
  return (
    <aside className="account-banner" aria-label="Your address">
      <div className="in">
        <Dot kind="held" />
        <p>
          <b>
            Is {email.slice(0, at)}
            <wbr />
            {email.slice(at)} yours?
          </b>{' '}
          Open the link we sent there.
          <span className="no-phone">
            {' '}
            Until then you can’t connect Google, and we only write to you about your account, your payments
            and hours that change.
          </span>
        </p>
        <Form method="post" action="/askToConfirm" preventScrollReset>
          <Button small pending={isSending}>
            Send it again
          </Button>
        </Form>
      </div>
    </aside>
  )
}
