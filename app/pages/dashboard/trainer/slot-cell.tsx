import { Link } from 'react-router'
import type { OwnSlot } from '#domain/trainers/own-slots.server.ts'
import { Face } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { formatHour, formatMoney } from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { dotOf } from '#app/pages/dashboard/slot-dot.ts'

/** One of the trainer's own hours: what it is and who has it. */
export function SlotCell({ slot }: { slot: OwnSlot }) {
  return (
    <li className={slot.state === 'free' ? 'cell free' : 'cell'}>
      <header>
        <h2>{slot.name}</h2>
        <Dot kind={dotOf(slot.state)} />
      </header>
      <div className="time">{formatHour(slot.startHour)}</div>
      <div className="price">
        to {formatHour(slot.startHour + 1)}, {formatMoney(slot.priceCents)} a month
      </div>
      <dl>
        <dt>{texts.manageSlots.purchasedBy}</dt>
        <dd>
          <Buyer slot={slot} />
        </dd>
      </dl>
    </li>
  )
}

function Buyer({ slot }: { slot: OwnSlot }) {
  if (slot.buyer) {
    return (
      <>
        <Face portrait={slot.buyer.portrait} />
        <span className="anywhere">{slot.buyer.name}</span>
      </>
    )
  }
  if (slot.state === 'held') return 'Nobody yet: it is held just now'
  return (
    <>
      {texts.manageSlots.available}
      <Link className="change" to={`?slot=${slot.id}`} preventScrollReset>
        Change<span className="visually-hidden"> {slot.name}</span>
      </Link>
    </>
  )
}
