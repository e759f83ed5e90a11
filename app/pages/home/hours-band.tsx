import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { WeekBoardPicture } from '#app/components/board/week-board-picture.tsx'
import { WishSentence } from '#app/components/board/wish-sentence.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { t } from '#messages/t.ts'
import type { HoursBandProps } from './hours-band.server.ts'

/** The week of all trainers as a picture, with the sentence that finds an hour in it. */
export function HoursBand({ rows, choices, free, total, from }: HoursBandProps) {
  return (
    <section className="hours-band" aria-labelledby="hours-band-heading">
      <div className="wrap">
        <div>
          <h2 className="visually-hidden" id="hours-band-heading">
            {t('home.findHour')}
          </h2>
          <WishSentence choices={choices} to="/hours" />
          <p>{t('home.hourFrom', { amount: from })}</p>
          <LinkButton to="/hours">
            {free === 0 ? t('home.seeWeek') : t('home.seeHours', { count: free })}
            <Icon of={ArrowRight} />
          </LinkButton>
        </div>
        <Link className="band-board" to="/hours">
          <span className="visually-hidden">{t('home.weekOf', { free, total })}</span>
          <WeekBoardPicture rows={rows} />
        </Link>
      </div>
    </section>
  )
}

/** The hours that are free next, with their trainers. */
export function NextFreeHours({ day, hours }: NonNullable<HoursBandProps['next']>) {
  return (
    <div className="supply">
      <div className="wrap">
        <h2>{t('home.free', { day })}</h2>
        <ul>
          {hours.map(({ slotId, url, hour, name, portrait }) => (
            <li key={slotId}>
              <Link to={url}>
                <Avatar portrait={portrait} />
                <b>{hour}</b> <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
