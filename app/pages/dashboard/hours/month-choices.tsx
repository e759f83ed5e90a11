import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { hoursAhead } from '#domain/lessons/lessons.rules.ts'
import { Button } from '#app/components/button.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { daysLeft, shareLeft } from '#app/pages/dashboard/days-left.ts'
import { firstName } from '#app/pages/dashboard/words.ts'
import { formatCount, formatDate, formatTime } from '#words/format.ts'
import type { MonthData } from './month-data.server.ts'

/** What a buyer can still do with a month, each with what comes of it. */
export function MonthChoices(month: MonthData) {
  if (month.booking.state !== 'paid') return null
  return (
    <div className="month-choices">
      <After {...month} />
    </div>
  )
}

/** Whether the hour goes on after the month. */
function After({ booking, dates, next, keepFrom, isOffered, now, timeZone }: MonthData) {
  const { paidAt, paidUntil, keeps, trainer } = booking
  if (!paidAt || !paidUntil || booking.turn === 'next' || next?.buyerId === booking.buyer.id) return null
  const end = formatDate(paidUntil, timeZone)
  if (!isOffered)
    return (
      <Choice heading={`After ${end}`} text={`${firstName(trainer.name)} gives this hour up after ${end}.`} />
    )
  if (next)
    return <Choice heading={`You let it go after ${end}`} text="Somebody else has booked the month after." />
  if (keeps === 'no')
    return (
      <Choice heading={`You let it go after ${end}`} text="Others can book the month after; nobody has yet.">
        <Act act="keepAfterAll">Keep it after all</Act>
      </Choice>
    )
  if (booking.keepIsOpen)
    return (
      <Choice
        heading="Not another month?"
        text={`Your ${formatCount(hoursAhead(dates).length, 'hour', 'hours')} ahead stay yours. Others can book the month after from now on.`}
      >
        <Act act="drop">I will not keep it</Act>
      </Choice>
    )
  return (
    <Choice
      heading={`After ${end}`}
      text={`From ${formatDate(keepFrom, timeZone)} you can keep it for another month. Until ${end}, ${formatTime(paidUntil, timeZone)} nobody else can.`}
    >
      <p className="soon">
        <TimerRing left={shareLeft(paidAt, paidUntil, now)} />
        {formatCount(daysLeft(paidUntil, now), 'day', 'days')} left
      </p>
    </Choice>
  )
}

const Choice = ({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) => (
  <section>
    <h2>{heading}</h2>
    <p>{text}</p>
    {children}
  </section>
)

const Act = ({ act, children }: { act: string; children: string }) => (
  <Form method="post">
    <HiddenFields values={{ act }} />
    <Button>{children}</Button>
  </Form>
)
