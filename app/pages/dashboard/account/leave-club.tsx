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

/** The way out: what stands in it, when the account goes, or the button that asks. */
export function LeaveClub({ leaving, timeZone }: Props) {
  const { leavingSince, leavingByClub, lastDay, blockers } = leaving
  return (
    <SettingsSection heading="Leave" note="Your account, and everything of yours in it.">
      <p>
        Your profile, pictures and clicks are erased, and your posts lose your name; remove those first that
        shall go as well. The books keep what was paid and when, without your name.
        {leavingSince === null && lastDay && ' You have a paid hour, so we ask what to do with it.'}
      </p>
      {blockers.map((obstacle) => (
        <p key={obstacle.kind}>
          <b>{formatBlocker(obstacle, timeZone)}</b>
        </p>
      ))}
      {leavingSince !== null && (
        <Form method="post" className="button-row" preventScrollReset>
          <b>
            {lastDay
              ? `Goes on ${formatDate(lastDay, timeZone)}`
              : 'Goes as soon as nothing is open any more'}
          </b>
          {leavingByClub ? (
            <span>The office decided that. Ask there if it should stay.</span>
          ) : (
            <Button small name="intent" value="stay">
              Stay after all
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

/** Asks when, and whether it is them. */
export function LeaveClubDialog({ leaving, timeZone, sendsMail, requiredProof, problem }: DialogProps) {
  const pending = useNavigation().formData?.get('intent') === 'leave'
  const errors = fieldMessages(problem)
  return (
    <ConfirmDialog
      closeTo="?"
      heading="Delete your account?"
      text={runningMonthsSentence(leaving.months) ?? 'It goes now. Nothing of it can be brought back.'}
      fields={
        <CheckedForm problem={problem} id="leave" preventScrollReset>
          <input type="hidden" name="intent" value="leave" />
          <LeaveDateChoice
            lastDay={leaving.lastDay}
            timeZone={timeZone}
            chosen={submittedValues(problem)?.get('when') ?? null}
            later={`You train to the end of your month.${sendsMail ? ' We remind you the day before.' : ''}`}
            now="The hour goes to somebody else. Nothing is paid back by itself; ask the desk first."
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
      cancel="Stay"
    />
  )
}
