import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { HiddenFields, type HiddenValues } from '#app/forms/hidden-fields.tsx'
import { useIsSending } from '#app/forms/use-is-sending.ts'
import { texts } from '#copy/texts.ts'
import { formatHour, formatHourSpan } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Props = {
  id: string
  /** Whether the buyer chose it before signing in. */
  chosen: boolean
  slot: {
    name: string
    startHour: number
    priceCents: number
    taken: boolean
    /** The end of the current month, when it is not renewed and the next one can be bought. */
    freeFrom: string | null
    /** `Free again from Wed 24 Feb`, when the coming month has no date. */
    unavailable: string | null
    /** The first date of a month bought now. */
    first: string | null
    /** A sentence about an hour outside the opening hours. */
    outsideHours: string | null
  }
  /** The form's fields for this page's action; must be unique for each slot. */
  fields: HiddenValues
  /** The reason why this person cannot book it, instead of the button. */
  note?: string
  /** This person's own booking of it, and whether it is unpaid. */
  ownBooking?: { to: string; held: boolean }
}

/** A slot, with a button that holds it unless it is booked. */
export function SlotCell({ id, chosen, slot, fields, note, ownBooking }: Props) {
  const pending = useIsSending(fields)
  const isOff = slot.taken || slot.unavailable !== null
  const isWaiting = chosen && !isOff && !note
  return (
    <li className={classNames('slot', isOff && 'taken', isWaiting && 'chosen')} id={id}>
      <div className="top">
        <span>{slot.name}</span>
        <span className={classNames('dot', isOff ? 'quiet' : 'ring', pending && 'filling')} />
      </div>
      <div className="time">{formatHour(slot.startHour)}</div>
      <div className="price">
        {t('slotCell.to', { startHour: formatHour(slot.startHour + 1) })}
        {!slot.taken && t('slotCell.aMonth', { price: formatMoney(slot.priceCents) })}
      </div>
      {slot.freeFrom && <p className="price">{t('slotCell.freeFrom', { freeFrom: slot.freeFrom })}</p>}
      {slot.first && !ownBooking && <p className="first">{t('slotCell.first', { first: slot.first })}</p>}
      {!slot.taken && slot.outsideHours && <p className="first">{slot.outsideHours}</p>}
      {isWaiting && <p className="chosen-slot-label">{t('slotCell.youChoseThisHour')}</p>}
      <div className="act">
        {ownBooking ? (
          <LinkButton to={ownBooking.to} small wide>
            {ownBooking.held ? t('slotCell.payNow') : t('slotCell.yoursSeeBooking')}
          </LinkButton>
        ) : slot.taken ? (
          <span className="state">{texts.trainer.booked}</span>
        ) : slot.unavailable ? (
          <span className="state">{slot.unavailable}</span>
        ) : note ? (
          <span className="state">{note}</span>
        ) : (
          <Form method="post">
            <HiddenFields values={fields} />
            <Button small wide pending={pending} variant={isWaiting ? 'primary' : 'outline'}>
              {texts.trainer.bookThisHour}
              <span className="visually-hidden">
                {slot.name}, {formatHourSpan(slot.startHour)}
              </span>
            </Button>
          </Form>
        )}
      </div>
    </li>
  )
}
