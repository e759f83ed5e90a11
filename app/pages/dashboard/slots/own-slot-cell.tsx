import { Link } from 'react-router'
import { Avatar } from '#app/components/picture.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { slotDot } from '#app/pages/dashboard/parts/slot-dot.ts'
import { texts } from '#copy/texts.ts'
import type { OwnSlot } from '#domain/trainers/own-slots.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

export function OwnSlotCell({ slot, timeZone }: { slot: OwnSlot; timeZone: string }) {
  return (
    <li className={slot.state === 'free' ? 'cell free' : 'cell'}>
      <header>
        <h2>{slot.name}</h2>
        <Dot kind={slotDot(slot.state)} />
      </header>
      <div className="time">{formatHour(slot.startHour)}</div>
      <div className="price">
        {t('ownSlotCell.toAMonth', {
          startHour: formatHour(slot.startHour + 1),
          price: formatMoney(slot.priceCents),
        })}
      </div>
      <dl>
        <dt>{texts.manageSlots.purchasedBy}</dt>
        <dd>
          <Buyer slot={slot} />
        </dd>
      </dl>
      {slot.outsideHours && <p className="note">{slot.outsideHours}</p>}
      {slot.freeAgain && (
        <div className="ahead">
          <span>{t('ownSlotCell.from', { freeAgain: formatDay(slot.freeAgain) })}</span>
        </div>
      )}
      {slot.firstRefusal && (
        <div className="ahead">
          <span>{firstRefusalText(slot.firstRefusal, timeZone)}</span>
        </div>
      )}
      {slot.buyer && <NextMonth buyer={slot.buyer} name={slot.name} timeZone={timeZone} />}
    </li>
  )
}

/** `Kofi Asante comes first until 3 Feb 2027`. */
const firstRefusalText = ({ name, until }: NonNullable<OwnSlot['firstRefusal']>, timeZone: string): string =>
  until === null
    ? t('ownSlotCell.comesFirst', { name })
    : t('ownSlotCell.comesFirstUntil', { name, until: formatDate(until, timeZone) })

type SlotBuyer = NonNullable<OwnSlot['buyer']>

/** The member's next date, and whether the month is renewed. */
function NextMonth({ buyer, name, timeZone }: { buyer: SlotBuyer; name: string; timeZone: string }) {
  const { bookingId, nextDay, renewal, next } = buyer
  return (
    <div className="ahead">
      {nextDay && <span>{t('ownSlotCell.next', { nextDay: formatDay(nextDay) })}</span>}
      <span>{afterMonthSentence(buyer, timeZone)}</span>
      {!next && (
        <Link className="change" to={`/dashboard/closeHour/${bookingId}`}>
          {renewal === 'closed' ? t('ownSlotCell.offerAgain') : t('ownSlotCell.giveUp')}
          <span className="visually-hidden"> {name}</span>
        </Link>
      )}
    </div>
  )
}

/** `keeps it, ends 20 Jan 2027`, `ends 20 Dec 2026, then Tomas Novak`. */
function afterMonthSentence({ until, renewal, next }: SlotBuyer, timeZone: string): string {
  if (next?.isSame) return t('ownSlotCell.keepsItEnds', { until: formatDate(next.until, timeZone) })
  const end = until ? formatDate(until, timeZone) : ''
  if (next) return t('ownSlotCell.endsThen', { end, name: next.name })
  if (renewal === 'closed') return t('ownSlotCell.endsGivenUp', { end })
  return renewal === 'declined'
    ? t('ownSlotCell.endsNotKept', { end })
    : t('ownSlotCell.endsUnlessKept', { end })
}

function Buyer({ slot }: { slot: OwnSlot }) {
  if (slot.buyer) {
    return (
      <>
        <Avatar portrait={slot.buyer.portrait} />
        <span>{slot.buyer.name}</span>
      </>
    )
  }
  if (slot.state === 'held') return t('ownSlotCell.noOneYetOn')
  return (
    <>
      {texts.manageSlots.available}
      <Link className="change" to={`?slot=${slot.id}`} preventScrollReset>
        {t('ownSlotCell.change')}
        <span className="visually-hidden"> {slot.name}</span>
      </Link>
    </>
  )
}
