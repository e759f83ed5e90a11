import { Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { skillName } from '#app/components/skill-name.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem, submittedValues } from '#app/forms/form-problem.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import type { Application } from '#domain/trainers/approval.server.ts'
import { previewSlots } from '#domain/trainers/trainers.rules.ts'
import { formatHour } from '#format/hours.ts'
import { currencySymbol, formatAmount } from '#format/money.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Props = {
  application: Application
  problem: Problem | null
  closeTo: string
  /** A sentence about hours outside the opening hours. */
  outsideHours?: string | null
}

type ApplicationProps = Props & {
  /** Price of a new slot, in cents a month. */
  slotPriceCents: number
}

const appliedTrainers = texts.appliedTrainers

/** An application, and the confirmation to make the applicant a trainer. */
export function ApplicationDialog({
  application,
  problem,
  closeTo,
  outsideHours,
  slotPriceCents,
}: ApplicationProps) {
  const pending = useNavigation().formData?.get('intent') === 'approve'
  return (
    <ConfirmDialog
      closeTo={closeTo}
      cancelFirst
      portrait={application.portrait}
      heading={appliedTrainers.askHeading}
      text={appliedTrainers.askText}
      facts={factsOf(application, outsideHours)}
      fields={
        <CheckedForm problem={problem} id="approve" preventScrollReset>
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="id" value={application.id} />
          <TextField
            label={t('applicationDialogs.priceOfAnHour')}
            aside={t('applicationDialogs.aMonth', { currencySymbol: currencySymbol() })}
            name="price"
            inputMode="decimal"
            maxLength={12}
            defaultValue={submittedValues(problem)?.get('price') ?? formatAmount(slotPriceCents)}
            error={fieldMessages(problem).price}
          />
        </CheckedForm>
      }
      action={
        <Button variant="primary" form="approve" pending={pending}>
          {appliedTrainers.askButton}
        </Button>
      }
      other={
        <Link className="row-link" to={`?decline=${application.id}`} replace preventScrollReset>
          {t('applicationDialogs.declineWithAReason')}
        </Link>
      }
    />
  )
}

function factsOf(application: Application, outsideHours: Props['outsideHours']) {
  const slots = previewSlots(application.hoursADay, 0)
  const first = slots[0]?.startHour ?? 0
  return [
    { name: t('form.name'), value: application.name },
    { name: t('form.email'), value: application.email },
    {
      name: t('applicationDialogs.experience'),
      value: t('applicationDialogs.year', { yearsOfExperience: application.yearsOfExperience }),
    },
    {
      name: t('applicationDialogs.slots'),
      value: t('applicationDialogs.aDayTo', {
        count: slots.length,
        first: formatHour(first),
        first2: formatHour(first + slots.length),
      }),
    },
    { name: t('applicationDialogs.days'), value: describeDays(application.weekdays) },
    ...(outsideHours ? [{ name: t('applicationDialogs.openingHours'), value: outsideHours }] : []),
    ...(application.skills.length > 0
      ? [{ name: t('applicationDialogs.skills'), value: application.skills.map(skillName).join(', ') }]
      : []),
  ]
}

/** Declines an application. The applicant sees the reason. */
export function DeclineDialog({ application, problem, closeTo }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'decline'
  const errors = fieldMessages(problem)
  return (
    <ConfirmDialog
      closeTo={closeTo}
      portrait={application.portrait}
      heading={t('applicationDialogs.decline', { name: application.name })}
      text={t('applicationDialogs.theyBecomeAMember')}
      fields={
        <CheckedForm problem={problem} id="decline" preventScrollReset>
          <FormDraft of={`decline ${application.id}`} />
          <input type="hidden" name="intent" value="decline" />
          <input type="hidden" name="id" value={application.id} />
          <TextArea
            label={t('applicationDialogs.reason')}
            name="reason"
            rows={4}
            maxLength={bounds.declineReason.most}
            defaultValue={submittedValues(problem)?.get('reason') ?? ''}
            error={errors.reason}
          />
        </CheckedForm>
      }
      action={
        <Button variant="danger" form="decline" pending={pending}>
          {t('applicationDialogs.decline2')}
        </Button>
      }
    />
  )
}

/** Shown after the approval, with the agreed text. */
export function TrainerApprovedDialog({ name, closeTo }: { name: string; closeTo: string }) {
  return (
    <ConfirmDialog
      closeTo={closeTo}
      heading={appliedTrainers.doneHeading(name)}
      text={appliedTrainers.doneText}
      action={
        <LinkButton variant="primary" to={closeTo} replace preventScrollReset>
          {t('applicationDialogs.ok')}
        </LinkButton>
      }
      cancel=""
    />
  )
}
