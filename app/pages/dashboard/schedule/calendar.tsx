import { ArrowLeft } from 'lucide'
import { Form, Link } from 'react-router'
import { rotateCalendarAddress } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { withFormErrors } from '#app/forms/with-form-errors.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { toast } from '#app/frame/toast-store.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/calendar.ts'
import { Icon } from '#app/components/icon.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'In your calendar')

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  address: await calendarAddress(actor),
  hasMail: sendsMail(),
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  await readForm()
  await rotateCalendarAddress(actor)
  const text = 'The address is new. The former one leads nowhere any more.'
  return redirectWithToast('/dashboard/calendar', { text })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => withFormErrors(serverAction)

/** The secret address by which a calendar elsewhere shows one's hours. */
export default function Calendar({ loaderData: { address, hasMail }, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <Link className="show back" to="/dashboard/week">
        <Icon of={ArrowLeft} />
        Your dates
      </Link>
      <h1>In your calendar</h1>
      <p className="subtitle">Your calendar shows your hours and follows every change by itself.</p>
      {message && <FormError>{message}</FormError>}
      <div className="stack calendar-address above-5">
        <TextField
          label="Your address"
          name="address"
          value={address}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
          hint={`Google Calendar takes it under ‘Other calendars, From URL’. Some calendars look only a few times a day${hasMail ? ', so changes come by mail as well' : ''}.`}
        />
        <div className="button-row">
          <LinkButton to={address.replace(/^https?:/, 'webcal:')} variant="primary">
            Add to calendar
          </LinkButton>
          <CopyAddressButton text={address} />
        </div>
      </div>
      <ul className="options">
        <li>
          <div>
            <b>A new address</b>
            <p>Whoever knows the address can read your hours. A new one closes it.</p>
          </div>
          <ModalTrigger opens="renew" className="button">
            Renew it
          </ModalTrigger>
          <ConfirmDialog
            id="renew"
            size="whole"
            heading="Renew the address?"
            text="Calendars that have the address you use now show nothing new any more."
            action={
              <Form method="post">
                <Button variant="danger">Yes, renew it</Button>
              </Form>
            }
          />
        </li>
      </ul>
    </>
  )
}

/** Without scripts the address is selected and copied by hand. */
function CopyAddressButton({ text }: { text: string }) {
  if (!useHydrated()) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.good('Copied.')
  }
  return (
    <Button type="button" onClick={() => void copy()}>
      Copy
    </Button>
  )
}
