import { Trash2 } from 'lucide'
import { Form, useNavigation } from 'react-router'
import { formatBlocker, type AccountDeletion } from '#domain/personal-data/account-deletion.rules.ts'
import type { RequiredProof } from '#sign-in/delete-account.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { formatDate } from '#format/date-time.ts'
import { runningMonthsSentence, LeaveDateChoice } from './leave-date-choice.tsx'
import { Icon } from '#app/components/icon.tsx'

type Props = { leaving: AccountDeletion; timeZone: string }

/** Deletion of the account: what blocks it, its date, or the button that opens the dialog. */
export function LeaveClub({ leaving, timeZone }: Props) {
  const { leavingSince, leavingByClub, lastDay, blockers } = leaving
  return (
    <SettingsSection heading="Leave" note="Your account, and everything of yours in it.">
      <p>
        Your profile, pictures and clicks are erased, and your posts lose your name; if you want posts gone
        too, remove them first. The books keep what was paid and when, without your name.
        {leavingSince === null && lastDay && ' You have a paid hour, so we’ll ask what to do with it.'}
      </p>
      {blockers.map((blocker) => (
        <p key={blocker.kind}>
          <b>{formatBlocker(blocker, timeZone)}</b>
        </p>
      ))}
      {leavingSince !== null && (
        <Form method="post" className="button-row" preventScrollReset>
          <b>
            {lastDay
              ? `To be deleted on ${formatDate(lastDay, timeZone)}`
              : 'To be deleted as soon as nothing is open any more'}
          </b>
          {leavingByClub ? (
            <span>The office decided this. Talk to them if you want to keep your account.</span>
          ) : (
            <Button small name="intent" value="stay">
              Keep my account
            </Button>
          )}
        </Form>
      )}
      {blockers.length === 0 && (
        <div className="button-row">
          <LinkButton small variant="delete" to="?leave" replace preventScrollReset>
            <Icon of={Trash2} smaller />
            {leavingSince === null ? 'Delete my account' : 'Delete it now'}
          </LinkButton>
        </div>
      )}
    </SettingsSection>
  )
}

type DialogProps = Props & { sendsMail: boolean; requiredProof: RequiredProof; problem: Problem | null }

/** Confirms the deletion: its date, the password and a code. */
export function LeaveClubDialog({ leaving, timeZone, sendsMail, requiredProof, problem }: DialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'leave'
  const errors = fieldMessages(problem)
  return (
    <ConfirmDialog
      closeTo="?"
      heading="Delete your account?"
      text={runningMonthsSentence(leaving.months) ?? 'It is deleted now. This can’t be undone.'}
      fields={
        <CheckedForm problem={problem} id="leave" preventScrollReset>
          <input type="hidden" name="intent" value="leave" />
          <LeaveDateChoice
            lastDay={leaving.lastDay}
            timeZone={timeZone}
            chosen={submittedValues(problem)?.get('when') ?? null}
            later={`You train to the end of your month.${sendsMail ? ' We’ll remind you the day before.' : ''}`}
            now="Your hour goes to someone else. Nothing is paid back automatically; ask the desk first."
          />
          {requiredProof.password && (
            <PasswordField
              label="Your password"
              name="currentPassword"
              autoComplete="current-password"
              error={errors.currentPassword}
            />
          )}
          {requiredProof.code && (
            <TextField
              label="Code from your app, or a recovery code"
              name="code"
              autoComplete="one-time-code"
              error={errors.code}
            />
          )}
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="leave" pending={pending}>
          Delete my account
        </Button>
      }
      cancel="Keep it"
    />
  )
}
