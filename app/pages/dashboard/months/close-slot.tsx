import { Form, useNavigation } from 'react-router'
import { requirePerson } from '#domain/actor.ts'
import { closeSlot, getSlotClosing, reopenSlot, type SlotClosing } from '#domain/months/closing.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { withFormErrors } from '#app/forms/with-form-errors.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { mailNotice } from '#app/pages/dashboard/parts/wording.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import type { Route } from './+types/close-slot.ts'
import { can } from '#domain/permissions.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Give an hour up')

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const closing = await getSlotClosing(actor, params.id)
    return { closing, back: returnPath(actor, closing), hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const isBack = readIntent(fields, ['close', 'offerAgain']) === 'offerAgain'
  const hour = await (isBack ? reopenSlot : closeSlot)(actor, params.id)
  const then = isBack ? 'goes on after this month' : 'is given up after this month'
  const text = `The hour ${then}. ${mailNotice(sendsMail(), `${hour.memberName} has a letter.`)}`
  return redirectWithToast(returnPath(actor, hour), { text })
})

/** Trainers come from their slots, admins from the page of who has the hour. */
const returnPath = (actor: LoaderContext['actor'], { memberId }: SlotClosing) =>
  can(requirePerson(actor), 'members.read') ? `/dashboard/members/${memberId}` : '/dashboard/manageSlots'

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => withFormErrors(serverAction)

export const shouldRevalidate = reloadAfterRefusal

/** A sold hour that shall not go on: what becomes of it is said before it is done. */
export default function CloseSlot({ loaderData, actionData }: Route.ComponentProps) {
  const { closing, back, hasMail, timeZone } = loaderData
  const { slotName, startHour, trainerName, memberName, paidUntil, closeBy, isClosed, whyNot } = closing
  const message = formMessage(problemOf(actionData))
  const told = mailNotice(hasMail, `${memberName} gets a letter.`)
  const end = formatDate(paidUntil, timeZone)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <h1>{isClosed ? `${formatHour(startHour)} is given up` : `Give ${formatHour(startHour)} up`}</h1>
      <p className="subtitle">
        {slotName} of {trainerName}. {memberName} has it until {end}.
      </p>
      {message && <FormError>{message}</FormError>}
      <ul className="options">
        <li>
          <div>
            <b>After {end}</b>
            <p>
              {isClosed
                ? `The hour is off the offer then. It can go on after all: ${memberName} is asked first again. ${told}`
                : (whyNot ??
                  `${memberName} keeps this month. Nobody gets the month after, and then the hour is off the offer. It can be said until ${formatDate(closeBy, timeZone)}. ${told}`)}
            </p>
          </div>
        </li>
      </ul>
      <Form method="post" className="button-row above-4">
        {whyNot === null && (
          <>
            <HiddenFields values={{ intent: 'close' }} />
            <Button variant="danger" pending={pending}>
              Give this hour up
            </Button>
          </>
        )}
        {isClosed && (
          <>
            <HiddenFields values={{ intent: 'offerAgain' }} />
            <Button pending={pending}>Offer it after all</Button>
          </>
        )}
        <LinkButton to={back}>{whyNot === null ? 'Not now' : 'Back'}</LinkButton>
      </Form>
    </>
  )
}
