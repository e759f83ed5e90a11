import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { requirePerson } from '#domain/actor.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import {
  closeSlot,
  getSlotClosing,
  reopenSlot,
  type SlotClosing,
} from '#domain/months/slot-closing.server.ts'
import { can } from '#domain/permissions.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/close-slot.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('closeSlot.giveUpAnHour'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [closing, notified] = await Promise.all([
      getSlotClosing(actor, params.id),
      previewNotified(actor, { bookingId: params.id }),
    ])
    const back = returnPath(actor, closing)
    return { closing, back, notified, hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const isReopening = readIntent(fields, ['close', 'offerAgain']) === 'offerAgain'
  const closing = await (isReopening ? reopenSlot : closeSlot)(actor, params.id)
  const effect = isReopening ? t('closeSlot.goesOnAfterThis') : t('closeSlot.isGivenUpAfter')
  const text = t('closeSlot.theHour', {
    effect,
    changeNotice: changeNotice(
      sendsMail(),
      closing.notified,
      t('closeSlot.getsAnEmail', { memberName: closing.memberName }),
    ),
  })
  return redirectWithToast(returnPath(actor, closing), { text })
})

/** Trainers return to their slots, admins to the member's page. */
const returnPath = (actor: LoaderContext['actor'], { memberId }: SlotClosing) =>
  can(requirePerson(actor), 'members.read') ? `/dashboard/members/${memberId}` : '/dashboard/manageSlots'

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Takes a sold hour off the offer after its month, or offers it again. */
export default function CloseSlot({ loaderData, actionData }: Route.ComponentProps) {
  const { closing, back, notified, hasMail, timeZone } = loaderData
  const { slotName, startHour, trainerName, memberName, paidUntil, closeBy, isClosed, whyNot } = closing
  const message = formMessage(problemOf(actionData))
  const notice = changeNotice(hasMail, notified, t('closeSlot.getsAnEmail', { memberName }))
  const end = formatDate(paidUntil, timeZone)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <h1>
        {isClosed
          ? t('closeSlot.isGivenUp', { startHour: formatHour(startHour) })
          : t('closeSlot.giveUp', { startHour: formatHour(startHour) })}
      </h1>
      <p className="subtitle">
        {t('closeSlot.ofHasItUntil', {
          slotName,
          trainerName,
          memberName,
          paidUntil: formatLastHour(paidUntil, closing, timeZone),
        })}
      </p>
      {message && <FormError>{message}</FormError>}
      <ul className="options">
        <li>
          <div>
            <b>{t('closeSlot.after', { end })}</b>
            <p>
              {isClosed
                ? t('closeSlot.theHourIsThen', { memberName, notice })
                : (whyNot ??
                  t('closeSlot.keepsThisMonthNo', {
                    memberName,
                    closeBy: endSentence(formatDate(closeBy, timeZone)),
                    notice,
                  }))}
            </p>
          </div>
        </li>
      </ul>
      <Form method="post" className="button-row above-4">
        {whyNot === null && (
          <>
            <HiddenFields values={{ intent: 'close' }} />
            <Button variant="danger" pending={pending}>
              {t('closeSlot.giveUpThisHour')}
            </Button>
          </>
        )}
        {isClosed && (
          <>
            <HiddenFields values={{ intent: 'offerAgain' }} />
            <Button pending={pending}>{t('closeSlot.offerItAgain')}</Button>
          </>
        )}
        <LinkButton to={back}>{whyNot === null ? t('closeSlot.keepIt') : t('closeSlot.back')}</LinkButton>
      </Form>
    </>
  )
}
