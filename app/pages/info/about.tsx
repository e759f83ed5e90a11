import { Link } from 'react-router'
import { posterOf } from '#app/components/service-poster.tsx'
import { createLoader } from '#app/frame/handlers.server.ts'
import { OwnAccountLink } from '#app/frame/own-account-link.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { sinceYear } from '#domain/club/club-facts.rules.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import { parseSections } from '#domain/club/split-club-texts.rules.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/about.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.aboutUs, (club) =>
    t('about.aFitnessHubTrainers', { sinceYear: sinceYear(club) }),
  )

export const loader = createLoader(async (_: Route.LoaderArgs) => ({
  about: (await readClubCopy()).about,
}))

export default function About({ loaderData: { about } }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article lines={[texts.footer.aboutUs]} intro={texts.footer.tagline(sinceYear(club))}>
      <ArticleSection heading={t('about.whatWeSell')} poster="functional-fitness">
        <p>{t('about.mostGymsSellAccess')}</p>
        <p>
          {t('about.aroundThoseHoursThere')}
          <Link to="/classes">{t('about.classes')}</Link>
          {t('about.whichTheTrainersPut')}
          <Link to="/forums">{t('about.forum')}</Link>
          {t('about.whereTheyWriteAbout')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('about.whoTheTrainersAre')} poster="spin-revolution">
        <p>
          {t('about.anyoneCan')}
          <OwnAccountLink to="/beTrainer">{t('about.apply')}</OwnAccountLink>
          {t('about.anAdminReadsAnd')}
          <Link to="/trainers">{t('about.theirProfiles')}</Link>
          {t('about.soYouCanChoose')}
        </p>
      </ArticleSection>
      {parseSections(about, texts.footer.aboutUs).map(({ heading, paragraphs }, index) => (
        <ArticleSection key={heading} heading={heading} poster={posterOf(texts.home.services[index + 2]!)}>
          {paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </ArticleSection>
      ))}
    </Article>
  )
}
