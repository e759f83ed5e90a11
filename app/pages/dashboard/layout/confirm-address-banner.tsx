import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'

/** Asks for proof of an address, under the bar of every dashboard page. */
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
            Until then Google cannot be connected, and we write to you only about your account and what you
            paid.
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
