import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { ClassCard } from '#app/components/class-card.tsx'
import { Icon } from '#app/components/icon.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Picture, PortraitPicture } from '#app/components/picture.tsx'
import { SeeAll } from '#app/components/section-head.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { ClassDateList } from '#app/pages/timetable/class-date-list.tsx'
import { texts } from '#copy/texts.ts'
import { getClass, listClasses } from '#domain/classes/classes.server.ts'
import { listNextDates, type ClassDate } from '#domain/lessons/classes/timetable.server.ts'
import { can } from '#domain/permissions.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { toShownDate } from '#format/date-time.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/class.ts'
import { classCardOf } from './class-card-of.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, t('class.class'))
  const { title, paragraphs, picture, trainer } = loaderData
  const description = excerpt(paragraphs.join(' '), 160)
  return pageMeta(matches, title, description, {
    picture,
    facts: (club) => ({
      '@type': 'Course',
      name: title,
      description,
      provider: { '@type': 'ExerciseGym', name: club.name, url: `${club.publicUrl}/` },
      instructor: { '@type': 'Person', name: trainer.name, url: `${club.publicUrl}/trainers/${trainer.id}` },
    }),
  })
}

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [found, { items }, dates] = await Promise.all([
      getClass(params.id),
      listClasses({ limit: 5 }),
      listNextDates(actor, params.id),
    ])
    return {
      id: found.id,
      title: found.title,
      date: toShownDate(found.createdAt, club.timeZone),
      picture: found.picture,
      paragraphs: found.description.split(/\n\s*\n|\n/).filter((line) => line.trim() !== ''),
      trainer: found.trainerInfo,
      dates,
      isOpen: club.opensOn === null,
      others: items
        .filter(({ id }) => id !== found.id)
        .slice(0, 4)
        .map(classCardOf),
    }
  },
)

export default function ClassPage({ loaderData }: Route.ComponentProps) {
  const { id, title, date, picture, paragraphs, trainer, dates, isOpen, others } = loaderData
  const next = isOpen ? dates.find(isBookable) : undefined
  const { viewer } = useLayoutProps()
  return (
    <>
      <div className="wrap">
        <div className="page-head tight">
          <div className="row">
            <h1 className="display h-title">{title}</h1>
            {can(viewer, 'content.moderate') && (
              <Link className="row-link" to={`/dashboard/takeDown/class/${id}`}>
                {t('class.takeDown')}
              </Link>
            )}
          </div>
        </div>
        <Picture
          className="picture wide-picture"
          picture={picture}
          alt=""
          sizes={pictureSizes.whole}
          moving
          eager
        />
        <div className="detail">
          <div>
            <section>
              <h2 className="head">{texts.classDetail.overview}</h2>
              {paragraphs.map((paragraph, index) => (
                <p key={index} className={index === 0 ? 'first' : undefined}>
                  {paragraph}
                </p>
              ))}
            </section>
            {dates.length > 0 && (
              <section className="next-times">
                <div className="section-head">
                  <h2 className="head">{t('class.nextTimes')}</h2>
                  <SeeAll to={`/timetable?class=${id}`}>{t('class.seeAllTimes')}</SeeAll>
                </div>
                <ClassDateList dates={dates} next={next} />
              </section>
            )}
            <p className="note above-3">
              {t('class.added')}
              <time dateTime={date.iso}>{date.shown}</time>
            </p>
          </div>
          <TrainerInfo trainer={trainer} isMain={next === undefined} />
        </div>
      </div>
      {others.length > 0 && <MoreClasses classes={others} />}
    </>
  )
}

const isBookable = ({ because, isOver, own, capacity, taken }: ClassDate) =>
  because === null && !isOver && own === null && taken < capacity

type TrainerInfoProps = {
  trainer: { id: string; name: string; portrait: Portrait | null }
  /** Whether nothing else on the page can be booked. */
  isMain: boolean
}

function TrainerInfo({ trainer, isMain }: TrainerInfoProps) {
  return (
    <aside className="summary" aria-label={texts.classDetail.trainerInfo}>
      <h2 className="head">{texts.classDetail.trainerInfo}</h2>
      <div className="trainer-info">
        <PortraitPicture portrait={trainer.portrait} alt="" ratio="4-5" sizes="132px" />
        <b className="head">{trainer.name}</b>
      </div>
      <LinkButton to={`/trainers/${trainer.id}`} wide>
        {texts.classDetail.viewProfile}
        <Icon of={ArrowRight} />
      </LinkButton>
      <div className="above-3">
        <LinkButton to={`/trainers/${trainer.id}#panel-slots`} variant={isMain ? 'primary' : 'outline'} wide>
          {t('class.seeFreeHours')}
        </LinkButton>
      </div>
      <p className="note above-4">{t('class.anHourIsYours')}</p>
    </aside>
  )
}

function MoreClasses({ classes }: { classes: Parameters<typeof ClassCard>[0]['item'][] }) {
  return (
    <section className="section above-0 more-classes">
      <div className="wrap">
        <div className="section-head">
          <h2 className="head">{t('class.moreClasses')}</h2>
          <SeeAll to="/classes">{texts.classDetail.seeAllClass}</SeeAll>
        </div>
        <div className="classes">
          {classes.map((item) => (
            <ClassCard key={item.id} item={item} headingLevel={3} />
          ))}
        </div>
      </div>
    </section>
  )
}
