import { Trash2 } from 'lucide'
import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { Icon } from '#app/components/icon.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { PasswordField } from '#app/forms/password-field.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { formatBlocker, type AccountDeletion } from '#domain/personal-data/account-deletion.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { RequiredProof } from '#sign-in/delete-account.server.ts'
import { runningMonthsSentence, LeaveDateChoice } from './leave-date-choice.tsx'

type Props = { leaving: AccountDeletion; timeZone: string }

/** Deletion of the account: what blocks it, its date, or the button that opens the dialog. */
export function LeaveClub({ leaving, timeZone }: Props) {
  const { leavingSince, leavingByClub, lastDay, blockers } = leaving
  return (
    <SettingsSection heading={t('leaveClub.leave')} note={t('leaveClub.yourAccountAndEverything')}>
      <p>
        {t('leaveClub.yourProfilePicturesAnd')}
        {leavingSince === null && lastDay && t('leaveClub.youHaveAPaid')}
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
              ? t('leaveClub.toBeDeletedOn', { lastDay: formatDate(lastDay, timeZone) })
              : t('leaveClub.toBeDeletedAs')}
          </b>
          {leavingByClub ? (
            <span>{t('leaveClub.theOfficeDecidedThis')}</span>
          ) : (
            <Button small name="intent" value="stay">
              {t('leaveClub.keepMyAccount')}
            </Button>
          )}
        </Form>
      )}
      {blockers.length === 0 && (
        <div className="button-row">
          <LinkButton small variant="delete" to="?leave" replace preventScrollReset>
            <Icon of={Trash2} smaller />
            {leavingSince === null ? t('leaveClub.deleteMyAccount') : t('leaveClub.deleteItNow')}
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
      heading={t('leaveClub.deleteYourAccount')}
      text={runningMonthsSentence(leaving.months) ?? t('leaveClub.itIsDeletedNow')}
      fields={
        <CheckedForm problem={problem} id="leave" preventScrollReset>
          <input type="hidden" name="intent" value="leave" />
          <LeaveDateChoice
            lastDay={leaving.lastDay}
            timeZone={timeZone}
            chosen={submittedValues(problem)?.get('when') ?? null}
            later={t('leaveClub.youTrainToThe', { sendsMail: sendsMail ? 'yes' : 'no' })}
            now={t('leaveClub.yourHourGoesTo')}
          />
          {requiredProof.password && (
            <PasswordField
              label={t('leaveClub.yourPassword')}
              name="currentPassword"
              autoComplete="current-password"
              error={errors.currentPassword}
            />
          )}
          {requiredProof.code && (
            <TextField
              label={t('leaveClub.codeFromYourApp')}
              name="code"
              autoComplete="one-time-code"
              error={errors.code}
            />
          )}
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="leave" pending={pending}>
          {t('leaveClub.deleteMyAccount')}
        </Button>
      }
      cancel={t('leaveClub.keepIt')}
    />
  )
}
