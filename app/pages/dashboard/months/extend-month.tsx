import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
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
import { bounds } from '#domain/bounds.ts'
import { previewNotified } from '#domain/mail/change-notices.server.ts'
import { extendMonth, getExtending } from '#domain/months/extending.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/extend-month.ts'
import { MonthFormPage } from './month-form-page.tsx'

const heading = () => t('extendMonth.extendAMonth')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [month, notified] = await Promise.all([
      getExtending(actor, params.id),
      previewNotified(actor, { bookingId: params.id }),
    ])
    return { month, notified, hasMail: sendsMail(), timeZone: club.timeZone }
  },
)

export const action = createAction(
  async ({ actor, params, readForm, page: { club } }: Route.ActionArgs & ActionContext) => {
    requirePermission(actor, 'months.change')
    const { fields } = await readForm()
    const input = {
      days: fields.get('days') ?? '',
      reason: fields.get('reason') ?? '',
      seenDays: fields.get('seenDays') ?? undefined,
    }
    const { memberId, memberName, notified, ...month } = await extendMonth(actor, params.id, input)
    const lastHour = formatLastHour(month.paidUntil, month, club.timeZone)
    const text = t('extendMonth.theLastHourOf', {
      lastHour,
      changeNotice: changeNotice(sendsMail(), notified, t('extendMonth.getsAnEmail', { memberName })),
    })
    return redirectWithToast(`/dashboard/members/${memberId}`, { text })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Adds days to a month, after showing the consequences. */
export default function ExtendMonth({ loaderData, actionData }: Route.ComponentProps) {
  const { month, notified, hasMail, timeZone } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <MonthFormPage heading={heading()} month={month} timeZone={timeZone}>
      <ul className="options">
        <li>
          <div>
            <b>{t('extendMonth.laterThan', { paidUntil: formatDate(month.paidUntil, timeZone) })}</b>
            <p>
              {t('extendMonth.theHoursOnThe', {
                memberName: month.memberName,
                changeNotice: changeNotice(
                  hasMail,
                  notified,
                  t('extendMonth.getsAnEmail', { memberName: month.memberName }),
                ),
              })}
            </p>
          </div>
        </li>
      </ul>
      <CheckedForm problem={problem} className="stack tight testimonial-form above-4">
        <input type="hidden" name="seenDays" value={month.extendedDays} />
        <TextField
          label={t('extendMonth.days')}
          aside={t('extendMonth.atMostDay', { daysLeft: month.daysLeft })}
          name="days"
          inputMode="numeric"
          maxLength={2}
          defaultValue={typed?.get('days') ?? ''}
          error={errors.days}
        />
        <TextField
          label={t('extendMonth.reason')}
          aside={t('extendMonth.seesIt', { memberName: month.memberName })}
          name="reason"
          maxLength={bounds.officeReason.most}
          defaultValue={typed?.get('reason') ?? ''}
          error={errors.reason}
        />
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            {t('extendMonth.extendTheMonth')}
          </Button>
          <LinkButton to={`/dashboard/members/${month.memberId}`}>{t('extendMonth.cancel')}</LinkButton>
        </div>
      </CheckedForm>
    </MonthFormPage>
  )
}
