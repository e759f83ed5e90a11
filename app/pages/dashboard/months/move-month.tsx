import { useNavigation } from 'react-router'
import { answerId, toBoardView } from '#app/components/board/board-view.ts'
import { WeekBoard } from '#app/components/board/week-board.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
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
import { requirePermission } from '#domain/actor.ts'
import { anyHour } from '#domain/board/board.rules.ts'
import { toBoardSlots } from '#domain/board/board.server.ts'
import { bounds } from '#domain/bounds.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { getMoving, moveMonth, type Moving, type OtherSlot } from '#domain/months/moving.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/move-month.ts'
import { MonthFormPage } from './month-form-page.tsx'

const heading = () => t('moveMonth.moveAMonth')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, params, url, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [month, notified] = await Promise.all([
      getMoving(actor, params.id),
      previewNotified(actor, { bookingId: params.id }),
    ])
    const chosen = url.searchParams.get('hour')
    const board = month.hours.length > 0 ? await boardOf(actor, month, chosen) : null
    return { month, board, chosen, notified, hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

/** The week of the month's trainer, in which the hours on offer are free and the others taken. */
async function boardOf(actor: LoaderContext['actor'], { trainerId, hours }: Moving, chosen: string | null) {
  const offered = new Set(hours.map(({ slotId }) => slotId))
  const slots = toBoardSlots(await getTrainer(actor, trainerId)).map((slot) => ({
    ...slot,
    state: offered.has(slot.id) ? ('free' as const) : ('sold' as const),
    freeFrom: null,
  }))
  return toBoardView(slots, anyHour, chosen)
}

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'months.change')
  const { fields } = await readForm()
  const input = { slotId: fields.get('slotId') ?? '', reason: fields.get('reason') ?? '' }
  const { memberId, memberName, startHour, notified } = await moveMonth(actor, params.id, input)
  const text = t('moveMonth.theMonthIsMoved', {
    startHour: formatHour(startHour),
    changeNotice: changeNotice(sendsMail(), notified, t('moveMonth.getsAnEmail', { memberName })),
  })
  return redirectWithToast(`/dashboard/members/${memberId}`, { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Moves the rest of a month to another slot of the same trainer. */
export default function MoveMonth({ loaderData, actionData }: Route.ComponentProps) {
  const { month, board, chosen, notified, hasMail, timeZone } = loaderData
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  const from = formatFullDay(month.fromDay)
  return (
    <MonthFormPage heading={heading()} month={month} timeZone={timeZone}>
      <ul className="options">
        <li>
          <div>
            <b>{t('moveMonth.fromOn', { from })}</b>
            <p>
              {t('moveMonth.sDatesKeepTheir', {
                memberName: month.memberName,
                trainerName: month.trainerName,
                changeNotice: changeNotice(
                  hasMail,
                  notified,
                  t('moveMonth.getsAnEmail', { memberName: month.memberName }),
                ),
              })}
            </p>
          </div>
        </li>
      </ul>
      {month.hours.length === 0 ? (
        <p className="above-5">{t('moveMonth.hasNoOtherFree', { trainerName: month.trainerName })}</p>
      ) : (
        <>
          {board && (
            <div className="month-board">
              <WeekBoard board={board} />
            </div>
          )}
          <CheckedForm
            problem={problem}
            message={errors.slotId ?? formMessage(problem)}
            className="stack hour-form"
          >
            <div className="free-hours" key={chosen}>
              <fieldset>
                <legend>{t('moveMonth.freeHoursOf', { trainerName: month.trainerName })}</legend>
                {month.hours.map((hour) => (
                  <label key={hour.slotId} id={answerId(hour.slotId)}>
                    <input
                      type="radio"
                      name="slotId"
                      value={hour.slotId}
                      required
                      defaultChecked={(submittedValues(problem)?.get('slotId') ?? chosen) === hour.slotId}
                    />
                    <span>
                      {formatHour(hour.startHour)}, {moveSummary(hour)}
                    </span>
                  </label>
                ))}
              </fieldset>
            </div>
            <TextField
              label={t('moveMonth.reason')}
              aside={t('moveMonth.seesIt', { memberName: month.memberName })}
              name="reason"
              maxLength={bounds.officeReason.most}
              defaultValue={submittedValues(problem)?.get('reason') ?? ''}
              error={errors.reason}
            />
            <div className="button-row">
              <Button variant="primary" pending={pending}>
                {t('moveMonth.moveTheMonth')}
              </Button>
              <LinkButton to={`/dashboard/members/${month.memberId}`}>{t('moveMonth.cancel')}</LinkButton>
            </div>
          </CheckedForm>
        </>
      )}
    </MonthFormPage>
  )
}

const moveSummary = ({ dates, owed }: OtherSlot) =>
  [
    t('moveMonth.hourAhead', { dates: dates - owed }),
    ...(owed > 0 ? [t('moveMonth.makeUp', { owed })] : []),
  ].join(', ')
