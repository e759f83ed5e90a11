import { ChevronDown } from 'lucide'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { formatHour } from '#format/hours.ts'
import { formatNumber, formatShortNumber } from '#format/money.ts'
import { dayName, shortDayName } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

/** A choice that is a link, and the number of free hours behind it. */
export type WishChoice = { name: string; url: string; free: number; isChosen: boolean }

export type PartOfDay = WishChoice & { from: number; to: number }

export type WishChoices = {
  parts: PartOfDay[]
  days: WishChoice[]
  daySets: { name: string; url: string }[]
  disciplines: WishChoice[]
  /** `mornings` or `07:00 to 09:00` */
  timeText: string
  /** `Mon, Wed, Fri` or `any day` */
  daysText: string
}

type SentenceProps = {
  choices: WishChoices
  /** Where the links lead; the page itself without one. */
  to?: string
}

/** The wish as a sentence: each blank opens its choices, which are links. */
export function WishSentence({ choices, to = '' }: SentenceProps) {
  const discipline = choices.disciplines.find(({ isChosen }) => isChosen)
  return (
    <div className="say-when" role="search" aria-label={t('wish.label')}>
      <div>
        {t('wish.canCome')}{' '}
        <Pick text={choices.timeText}>
          <ChoiceList choices={choices.parts} to={to} />
        </Pick>
        <span className="by-days">
          {t('wish.on')}
          <Pick text={choices.daysText} kind="pick-days">
            <div className="day-links">
              {choices.days.map(({ name, url, isChosen }) => (
                <Link
                  key={name}
                  to={to + url}
                  className="day-link"
                  aria-current={isChosen || undefined}
                  preventScrollReset
                >
                  {shortDayName(name)}
                  <span className={classNames('dot', !isChosen && 'ring')} aria-hidden="true" />
                </Link>
              ))}
            </div>
            <ul className="pick-quick">
              {choices.daySets.map(({ name, url }) => (
                <li key={name}>
                  <Link to={to + url} preventScrollReset>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Pick>
        </span>{' '}
        {t('wish.for')}{' '}
        <Pick text={discipline?.name ?? t('wish.anything')}>
          <ChoiceList choices={choices.disciplines} to={to} />
        </Pick>
        .
      </div>
    </div>
  )
}

/** A blank of the sentence. Escape, a click elsewhere and a choice close it; several days can be chosen in one go. */
function Pick({ text, kind, children }: { text: string; kind?: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const isKey = event instanceof KeyboardEvent
      const isInside = details.current?.contains(event.target as Node) === true
      const isChoice =
        kind !== 'pick-days' &&
        event.target instanceof Element &&
        event.target.closest('.pick-list a') !== null
      if (isKey ? event.key === 'Escape' : !isInside || isChoice) details.current?.removeAttribute('open')
    }
    document.addEventListener('keydown', close)
    document.addEventListener('click', close)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('click', close)
    }
  }, [kind])
  return (
    <details className="pick" name="pick" ref={details}>
      <summary>
        <span>{text}</span>
        <Icon of={ChevronDown} />
      </summary>
      <div className={classNames('pick-panel', kind)}>{children}</div>
    </details>
  )
}

function ChoiceList({ choices, to }: { choices: readonly (WishChoice | PartOfDay)[]; to: string }) {
  return (
    <ul className="pick-list">
      {choices.map((choice) => (
        <li key={choice.name}>
          <Link to={to + choice.url} aria-current={choice.isChosen || undefined} preventScrollReset>
            <span>
              {choice.name}
              {'from' in choice && choice.to - choice.from < 24 && (
                <span className="note">
                  {' '}
                  {t('wish.span', { from: formatHour(choice.from), to: formatHour(choice.to) })}
                </span>
              )}
            </span>
            <span className="note">
              {choice.free === 0 ? t('wish.noneFree') : t('wish.free', { count: formatNumber(choice.free) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The days as a row under the thumb, on phones instead of the board. */
export function DayChips({ days, to = '' }: { days: readonly WishChoice[]; to?: string }) {
  return (
    <nav className="day-chips" aria-label={t('wish.days')}>
      <ol>
        {days.map(({ name, url, free, isChosen }) => (
          <li key={name}>
            <Link to={to + url} aria-current={isChosen || undefined} preventScrollReset>
              <abbr title={dayName(name)}>{shortDayName(name)}</abbr>
              <b>{formatShortNumber(free)}</b>
              <span className="visually-hidden">{t('wish.chipFree')}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
