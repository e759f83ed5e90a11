import { Link } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/fitness-resources.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.fitnessResources, t('fitnessResources.aFirstWeekAt'))

export default function FitnessResources() {
  return (
    <Article
      lines={[t('fitnessResources.fitness'), t('fitnessResources.resources')]}
      intro={t('fitnessResources.whatOurTrainersRepeat')}
    >
      <ArticleSection heading={t('fitnessResources.yourFirstWeek')} poster="strength-mastery">
        <p>{t('fitnessResources.comeTwiceTwoOr')}</p>
        <p>{t('fitnessResources.writeDownFourThings')}</p>
      </ArticleSection>
      <ArticleSection heading={t('fitnessResources.tenMinutesBeforeAnything')} poster="high-intensity-burn">
        <ul>
          <li>{t('fitnessResources.threeMinutesThatGet')}</li>
          <li>{t('fitnessResources.tenSlowCirclesWith')}</li>
          <li>{t('fitnessResources.tenSquatsToA')}</li>
          <li>{t('fitnessResources.twoLightRoundsOf')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading={t('fitnessResources.choosingAWeight')} poster="functional-fitness">
        <p>{t('fitnessResources.pickOneYouCould')}</p>
      </ArticleSection>
      <ArticleSection heading={t('fitnessResources.daysOff')} poster="mindful-meditation">
        <p>{t('fitnessResources.nothingGrowsDuringTraining')}</p>
        <p>
          {t('fitnessResources.haveAHeartCondition')}
          <Link to="/nutrition">{t('fitnessResources.eatingWell')}</Link>,{' '}
          <Link to="/wellness-blog">{t('fitnessResources.theWellnessBlog')}</Link>
          {t('fitnessResources.orThe')}
          <Link to="/forums">{t('fitnessResources.forum')}</Link>
          {t('fitnessResources.whereTrainersAnswerFrom')}
        </p>
      </ArticleSection>
    </Article>
  )
}
