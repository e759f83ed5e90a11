import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { toast } from '#app/frame/toast-store.ts'
import { rotateCalendarAddress } from '#domain/lessons/calendar/calendar-feed.server.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { calendarAddress } from '#sign-in/calendar-address.server.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('calendar.inYourCalendar'))

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  address: await calendarAddress(actor),
  hasMail: sendsMail(),
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  await readForm()
  await rotateCalendarAddress(actor)
  const text = t('calendar.youHaveANew')
  return redirectWithToast('/dashboard/calendar', { text })
})

export { clientAction } from '#app/forms/client-action.ts'

/** The secret address of the viewer's calendar feed. */
export default function Calendar({ loaderData: { address, hasMail }, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <BackLink to="/dashboard/week">{t('calendar.yourDates')}</BackLink>
      <h1>{t('calendar.inYourCalendar')}</h1>
      <p className="subtitle">{t('calendar.seeYourHoursIn')}</p>
      {message && <FormError>{message}</FormError>}
      <div className="stack calendar-address above-5">
        <TextField
          label={t('calendar.yourLink')}
          name="address"
          value={address}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
          hint={t('calendar.inGoogleCalendarOther', { hasMail: hasMail ? 'yes' : 'no' })}
        />
        <div className="button-row">
          <LinkButton to={address.replace(/^https?:/, 'webcal:')} variant="primary">
            {t('calendar.addToCalendar')}
          </LinkButton>
          <CopyAddressButton text={address} />
        </div>
      </div>
      <ul className="options">
        <li>
          <div>
            <b>{t('calendar.aNewLink')}</b>
            <p>{t('calendar.anyoneWithThisLink')}</p>
          </div>
          <ModalTrigger opens="renew" className="button">
            {t('calendar.getANewLink')}
          </ModalTrigger>
          <ConfirmDialog
            id="renew"
            size="whole"
            heading={t('calendar.getANewLink2')}
            text={t('calendar.calendarsWithTheOld')}
            action={
              <Form method="post">
                <Button variant="danger">{t('calendar.yesGetANew')}</Button>
              </Form>
            }
          />
        </li>
      </ul>
    </>
  )
}

/** Needs scripts; without them the address is copied by hand. */
function CopyAddressButton({ text }: { text: string }) {
  if (!useHydrated()) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast.good(t('calendar.copied'))
  }
  return (
    <Button type="button" onClick={() => void copy()}>
      {t('calendar.copy')}
    </Button>
  )
}
