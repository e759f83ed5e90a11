import { ChevronDown } from 'lucide'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import type { Slot } from '#domain/slots/slots.server.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

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
        {least < Math.max(...prices) && <span>{t('trainerOffer.from')}</span>}
        <b>{formatMoney(least)} </b>
        <span>
          {t('trainerOffer.aMonthFor')}
          <br />
          {t('trainerOffer.anHourOfYour')}
        </span>
      </p>
      {free.length === 0 ? (
        <p>
          {t('trainerOffer.noHoursAreFree')}
          {soonest && endSentence(soonest)}
        </p>
      ) : (
        <>
          <p>
            {t('trainerOffer.ofHourIsFree', { count: free.length, count2: slots.length })}
            {soonest && (
              <>
                <br />
                {soonest}
              </>
            )}
          </p>
          <LinkButton to="?#panel-slots" variant="primary">
            {t('trainerOffer.seeFreeHours')}
            <Icon of={ChevronDown} />
          </LinkButton>
        </>
      )}
    </div>
  )
}
