import { ChevronDown } from 'lucide'
import { LinkButton } from '#app/components/button.tsx'
import type { Slot } from '#domain/slots/slots.server.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence, formatCount } from '#format/text.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  slots: Pick<Slot, 'state' | 'priceCents'>[]
  /** `First: Mon 23 Nov, 07:00`; without free slots, `Next: 15 Dec 2026`. */
  soonest: string | null
}

/** The price, the number of free slots, the first date and a link to them. Empty without slots. */
export function TrainerOffer({ slots, soonest }: Props) {
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
          a month for
          <br /> an hour of your own
        </span>
      </p>
      {free.length === 0 ? (
        <p>No hours are free right now. {soonest && endSentence(soonest)}</p>
      ) : (
        <>
          <p>
            {free.length} of {formatCount(slots.length, 'hour', 'hours')} {free.length === 1 ? 'is' : 'are'}{' '}
            free.
            {soonest && (
              <>
                <br />
                {soonest}
              </>
            )}
          </p>
          <LinkButton to="?#panel-slots" variant="primary">
            See free hours
            <Icon of={ChevronDown} />
          </LinkButton>
        </>
      )}
    </div>
  )
}
