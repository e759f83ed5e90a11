import { Link, useNavigation } from 'react-router'
import type { Application } from '#domain/trainers/approval.server.ts'
import { previewSlots } from '#domain/trainers/trainers.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { describeDays } from '#format/weekdays.ts'
import { fieldMessages, type Problem, submittedValues } from '#app/forms/form-problem.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { formatHour } from '#format/hours.ts'
import { currencySymbol, formatAmount } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'

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
            label="Price of an hour"
            aside={`${currencySymbol()} a month`}
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
          Decline with a reason
        </Link>
      }
    />
  )
}

function factsOf(application: Application, outsideHours: Props['outsideHours']) {
  const slots = previewSlots(application.hoursADay, 0)
  const first = slots[0]?.startHour ?? 0
  return [
    { name: 'Name', value: application.name },
    { name: 'Email', value: application.email },
    { name: 'Experience', value: formatCount(application.yearsOfExperience, 'year', 'years') },
    {
      name: 'Slots',
      value: `${slots.length} a day, ${formatHour(first)} to ${formatHour(first + slots.length)}`,
    },
    { name: 'Days', value: describeDays(application.weekdays) },
    ...(outsideHours ? [{ name: 'Opening hours', value: outsideHours }] : []),
    ...(application.skills.length > 0 ? [{ name: 'Skills', value: application.skills.join(', ') }] : []),
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
      heading={`Decline ${application.name}?`}
      text="They become a member again, see your reason and can apply again."
      fields={
        <CheckedForm problem={problem} id="decline" preventScrollReset>
          <FormDraft of={`decline ${application.id}`} />
          <input type="hidden" name="intent" value="decline" />
          <input type="hidden" name="id" value={application.id} />
          <TextArea
            label="Reason"
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
          Decline
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
          OK
        </LinkButton>
      }
      cancel=""
    />
  )
}
