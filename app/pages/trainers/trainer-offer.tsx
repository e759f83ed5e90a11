import { ChevronDown } from 'lucide-react'
import { LinkButton } from '#app/components/button.tsx'
import type { Slot } from '#domain/slots/slot-reading.server.ts'
import { formatCount, formatMoney } from '#words/format.ts'

/** What an hour costs, how many are free, and the way to them. Nothing for a trainer without hours. */
export function TrainerOffer({ slots }: { slots: Pick<Slot, 'state' | 'priceCents'>[] }) {
  if (slots.length === 0) return null
  const free = slots.filter(({ state }) => state === 'free')
  const prices = (free.length > 0 ? free : slots).map(({ priceCents }) => priceCents)
  const least = Math.min(...prices)
  return (
    <div className="offer">
      <p className="cost">
        {least < Math.max(...prices) && <span>from </span>}
        <b>{formatMoney(least)} </b>
        <span>
          a month,
          <br /> an hour of your own
        </span>
      </p>
      {free.length === 0 ? (
        <p>No hour is free now.</p>
      ) : (
        <>
          <p>
            {free.length} of {formatCount(slots.length, 'hour', 'hours')} {free.length === 1 ? 'is' : 'are'}{' '}
            free.
          </p>
          <LinkButton to="?#panel-slots" variant="primary">
            See free hours
            <ChevronDown aria-hidden="true" />
          </LinkButton>
        </>
      )}
    </div>
  )
}
