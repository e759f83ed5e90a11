import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { OfferAnyway } from '#app/pages/dashboard/parts/offer-anyway.tsx'
import { bounds } from '#domain/bounds.ts'
import type { OwnSlot } from '#domain/trainers/own-slots.server.ts'
import { formatHourSpan } from '#format/hours.ts'
import { currencySymbol, formatAmount } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Props = {
  /** The free slot to change; null for a new one. */
  slot: OwnSlot | null
  takenHours: number[]
  /** Price of a new slot until the trainer asks another. */
  newPriceCents: number
  problem: Problem | null
  pending: boolean
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Form of a free slot; replaces its cell. */
export function SlotForm({ slot, takenHours, newPriceCents, problem, pending }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const form = useRef<HTMLFormElement>(null)
  // on phones only its first field would be in view
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const open = hours.filter((hour) => hour === slot?.startHour || !takenHours.includes(hour))
  const firstOpen = open.find((hour) => hour > 5) ?? open[0]
  return (
    <>
      <CheckedForm ref={form} problem={problem} className="stack tight" preventScrollReset>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="slotId" value={slot?.id ?? ''} />
        <TextField
          label={t('slotForm.title')}
          name="name"
          defaultValue={typed?.get('name') ?? slot?.name ?? `Slot ${takenHours.length + 1}`}
          maxLength={bounds.slotName.most}
          error={errors.name}
          autoFocus
        />
        <SelectField
          label={t('slotForm.time')}
          name="startHour"
          defaultValue={typed?.get('startHour') ?? String(slot?.startHour ?? firstOpen ?? 6)}
          options={open.map((hour) => ({ value: String(hour), label: formatHourSpan(hour) }))}
          error={errors.startHour}
        />
        <TextField
          label={t('slotForm.price')}
          aside={t('slotForm.aMonth', { currencySymbol: currencySymbol() })}
          name="price"
          inputMode="decimal"
          defaultValue={typed?.get('price') ?? formatAmount(slot?.priceCents ?? newPriceCents)}
          error={errors.price}
        />
        <div className="button-row">
          <Button small variant="primary" pending={pending}>
            {t('slotForm.save')}
          </Button>
          <OfferAnyway problem={problem} />
          <LinkButton to="?" small preventScrollReset>
            {t('slotForm.cancel')}
          </LinkButton>
        </div>
      </CheckedForm>
      {slot && <RemoveSlot slot={slot} />}
    </>
  )
}

function RemoveSlot({ slot }: { slot: OwnSlot }) {
  const id = `remove-dialog-${slot.id}`
  return (
    <>
      <ModalTrigger opens={id} className="text-button">
        {t('slotForm.removeThisSlot')}
      </ModalTrigger>
      <ConfirmDialog
        id={id}
        text={t('slotForm.willNoLongerBe', { name: slot.name, startHour: formatHourSpan(slot.startHour) })}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="slotId" value={slot.id} />
            <Button variant="danger">{t('slotForm.removeIt')}</Button>
          </Form>
        }
        cancel={t('slotForm.keepIt')}
      />
    </>
  )
}
