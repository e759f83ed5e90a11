import { Link } from 'react-router'
import { Artwork } from '#app/components/artwork.tsx'
import { parseBoardQuery } from '#app/components/board/board-url.ts'
import { toWishChoices } from '#app/components/board/wish-choices.ts'
import { WishSentence } from '#app/components/board/wish-sentence.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { CardLink } from '#app/components/card-link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { ShowMore } from '#app/components/show-more.tsx'
import { shownCount } from '#app/components/shown-count.ts'
import { skillName } from '#app/components/skill-name.ts'
import { TrainerCard } from '#app/components/trainer-card.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { isAnyHour, fitsWish } from '#domain/board/board.rules.ts'
import { maxBoardTrainers, toBoardSlots } from '#domain/board/board.server.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { listTrainersWithSlots } from '#domain/trainers/trainers.server.ts'
import { formatLongDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/trainers.ts'
import { describeFreeHours } from './free-hours.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.navigation.trainers, t('trainers.description'))

export const loader = createLoader(
  async ({ actor, url, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const { wish } = parseBoardQuery(url.searchParams)
    const all = (await listTrainersWithSlots(actor, maxBoardTrainers)).map((trainer) => ({
      ...trainer,
      slots: toBoardSlots(trainer),
    }))
    const slots = all.flatMap((trainer) => trainer.slots)
    const isFiltered = !isAnyHour(wish)
    const found = isFiltered
      ? all.filter((trainer) => trainer.slots.some((slot) => fitsWish(slot, wish)))
      : all
    const shown = found.slice(0, shownCount(url))
    const firstDates = await listFirstDates(shown.flatMap((trainer) => trainer.slots))
    // before the club opens no hour is for sale
    const isOpen = club.opensOn === null
    return {
      trainers: shown.map(({ id, name, yearsOfExperience, portrait, skills, slots: own }) => ({
        card: { id, name, yearsOfExperience, portrait },
        skill: skills[0] === undefined ? undefined : skillName(skills[0]),
        free: isOpen ? describeFreeHours(own, firstDates) : null,
      })),
      found: found.length,
      total: all.length,
      isFiltered,
      choices: slots.length === 0 || !isOpen ? null : toWishChoices(slots, wish),
    }
  },
)

export default function Trainers({
  loaderData: { trainers, found, total, isFiltered, choices },
}: Route.ComponentProps) {
  const { club, viewer } = useLayoutProps()
  const { name, opensOn } = club
  return (
    <div className="wrap section-below wish-page">
      <div className="page-head wish-head">
        <div className="row">
          <h1 className="display h-title">{texts.trainers.heading}</h1>
          <p>
            {opensOn === null
              ? t('trainers.own')
              : t('trainers.beforeOpening', {
                  day: opensOn === 'soon' ? 'soon' : formatLongDate(opensOn, 'UTC'),
                })}{' '}
            {choices && (
              <Link className="text-link-strong" to="/hours">
                {t('trainers.seeHours')}
              </Link>
            )}
          </p>
        </div>
      </div>
      {choices && <WishSentence choices={choices} />}
      {isFiltered && total > 0 && (
        <p className="found-line" role="status">
          {t('trainers.found', { found, total })}{' '}
          <Link to="?" preventScrollReset>
            {t('trainers.showAll')}
          </Link>
        </p>
      )}
      {total === 0 && (
        <EmptyState
          heading={t('home.noTrainers')}
          action={!viewer?.actedFor && <LinkButton to="/beTrainer">{texts.trainer.becomeTrainer}</LinkButton>}
        >
          {t('home.noTrainers.text')}
        </EmptyState>
      )}
      <div className="people list">
        {trainers.map(({ card, skill, free }, index) => (
          <TrainerCard
            key={card.id}
            trainer={card}
            linkText={texts.trainers.knowMore}
            eager={index === 0}
            sizes={pictureSizes.person}
            skill={skill}
            free={free}
          />
        ))}
        {opensOn !== null && total > 0 && !viewer?.actedFor && <WantedTrainer clubName={name} />}
      </div>
      <ShowMore shown={trainers.length} total={found} />
    </div>
  )
}

/** The last card before the club opens. */
function WantedTrainer({ clubName }: { clubName: string }) {
  return (
    <article className="person">
      <Artwork
        name="trainer-fallback"
        widths={[360, 720]}
        width={720}
        height={900}
        className="picture ratio-4-5"
        sizes={pictureSizes.person}
      />
      <div className="row">
        <h2 className="head">{t('trainers.you')}</h2>
        <p>{t('trainers.weAreLooking', { name: clubName })}</p>
        <div className="card-foot">
          <CardLink to="/beTrainer" about={clubName}>
            {texts.trainer.becomeTrainer}
          </CardLink>
        </div>
      </div>
    </article>
  )
}
