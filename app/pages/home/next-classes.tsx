import { Link } from 'react-router'
import { CardLink } from '#app/components/card-link.tsx'
import { t } from '#messages/t.ts'

type NextClass = {
  id: string
  title: string
  by: string
  day: string
  clock: string
  places: string
  isScarce: boolean
}

/** The classes of the next days, with the places that are left. */
export function NextClasses({ classes }: { classes: NextClass[] }) {
  return (
    <section className="next-classes">
      <div className="wrap">
        <header>
          <h2 className="head">{t('home.nextClasses')}</h2>
          <CardLink to="/timetable" about={t('home.timetable.about')}>
            {t('home.timetable')}
          </CardLink>
        </header>
        <ol>
          {classes.map(({ id, title, by, day, clock, places, isScarce }) => (
            <li key={id}>
              <Link className="class-line" to={`/timetable/${id}`}>
                <b className="hour">
                  <span className="on-day">{day}</span>
                  {clock}
                </b>
                <span className="what">
                  <span className="title">{title}</span>
                  <span className="by">
                    <span className="by-day">{day}, </span>
                    {by}
                  </span>
                </span>
                <span className={isScarce ? 'places few' : 'places'}>{places}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
