import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { runningMonthsSentence, LeaveDateChoice } from '#app/pages/dashboard/account/leave-date-choice.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { bounds } from '#domain/bounds.ts'
import { formatBlocker, type AccountDeletion } from '#domain/personal-data/account-deletion.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type LeavingBannerProps = { leaving: AccountDeletion; problem: Problem | null; timeZone: string }
type Props = LeavingBannerProps & { name: string; closeTo: string; hasMail: boolean }

/** Deletes a member's account, now or at the end of their months. The reason is emailed to them. */
export function CloseAccount({ name, leaving, closeTo, hasMail, problem, timeZone }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'close'
  const { lastDay, months, blockers } = leaving
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={t('closeAccount.deleteTheAccountOf', { name })}
      text={
        <>
          {t('closeAccount.profilePicturesAndClicks', {
            runningMonthsSentence: runningMonthsSentence(months) ?? '',
          })}
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
              later={t('closeAccount.theyTrainToThe', {
                mailNotice: mailNotice(hasMail, t('closeAccount.wellRemindThemThe')),
              })}
              now={t('closeAccount.theirHourGoesTo')}
            />
            <TextField
              label={t('closeAccount.reason')}
              aside={hasMail ? t('closeAccount.seesIt', { name }) : t('closeAccount.keptInTheAudit')}
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
            {t('closeAccount.deleteTheAccount')}
          </Button>
        )
      }
      cancel={t('closeAccount.keepIt')}
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
        <h2>{t('closeAccount.leaving')}</h2>
      </header>
      {message && <FormError>{message}</FormError>}
      <Form method="post" className="button-row" preventScrollReset>
        <b>
          {lastDay
            ? t('closeAccount.toBeDeletedOn', { lastDay: formatDate(lastDay, timeZone) })
            : t('closeAccount.toBeDeletedAs')}
          {leavingByClub ? t('closeAccount.asTheOfficeDecided') : t('closeAccount.asTheyAsked')}
        </b>
        <Button small name="intent" value="keep">
          {t('closeAccount.keepTheAccount')}
        </Button>
      </Form>
    </section>
  )
}
