import { Form, useNavigation } from 'react-router'
import { formatBlocker, type AccountDeletion } from '#domain/personal-data/account-deletion.rules.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { runningMonthsSentence, LeaveDateChoice } from '#app/pages/dashboard/account/leave-date-choice.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { bounds } from '#domain/bounds.ts'
import { formatDate } from '#format/date-time.ts'

type LeavingBannerProps = { leaving: AccountDeletion; problem: Problem | null; timeZone: string }
type Props = LeavingBannerProps & { name: string; closeTo: string; hasMail: boolean }

/** Deletes a member's account, now or at the end of their months. The reason is emailed to them. */
export function CloseAccount({ name, leaving, closeTo, hasMail, problem, timeZone }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'close'
  const { lastDay, months, blockers } = leaving
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={`Delete the account of ${name}?`}
      text={
        <>
          Profile, pictures and clicks are erased, posts lose their author, and the books keep what was paid
          and when, without a name. This can’t be undone. {runningMonthsSentence(months)}
        </>
      }
      fields={
        blockers.length > 0 ? (
          blockers.map((blocker) => (
            <p key={blocker.kind}>
              <b>{formatBlocker(blocker, timeZone, name)}</b>
            </p>
          ))
        ) : (
          <CheckedForm problem={problem} id="close" className="stack tight" preventScrollReset>
            <input type="hidden" name="intent" value="close" />
            <LeaveDateChoice
              lastDay={lastDay}
              timeZone={timeZone}
              chosen={submittedValues(problem)?.get('when') ?? null}
              later={`They train to the end of their month. ${mailNotice(hasMail, 'We’ll remind them the day before.')}`}
              now="Their hour goes to someone else. Nothing is paid back automatically; refund it first."
            />
            <TextField
              label="Reason"
              aside={hasMail ? `${name} sees it` : 'kept in the audit log'}
              name="reason"
              maxLength={bounds.officeReason.most}
              defaultValue={submittedValues(problem)?.get('reason') ?? ''}
              error={fieldMessages(problem).reason}
            />
          </CheckedForm>
        )
      }
      action={
        blockers.length === 0 && (
          <Button variant="danger" form="close" pending={pending}>
            Delete the account
          </Button>
        )
      }
      cancel="Keep it"
    />
  )
}

/** Scheduled deletion of the account, with the button that cancels it. */
export function LeavingBanner({ leaving, problem, timeZone }: LeavingBannerProps) {
  const { lastDay, leavingByClub } = leaving
  const message = formMessage(problem)
  return (
    <section className="panel">
      <header>
        <h2>Leaving</h2>
      </header>
      {message && <FormError>{message}</FormError>}
      <Form method="post" className="button-row" preventScrollReset>
        <b>
          {lastDay
            ? `To be deleted on ${formatDate(lastDay, timeZone)}`
            : 'To be deleted as soon as nothing is open any more'}
          {leavingByClub ? ', as the office decided' : ', as they asked'}
        </b>
        <Button small name="intent" value="keep">
          Keep the account
        </Button>
      </Form>
    </section>
  )
}
