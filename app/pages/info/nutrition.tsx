import { Link } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/nutrition.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.eatingWell, t('nutrition.whatToEatBefore'))

export default function Nutrition() {
  return (
    <Article lines={[t('nutrition.eating'), t('nutrition.well')]} intro={t('nutrition.foodForPeopleWho')}>
      <ArticleSection heading={t('nutrition.beforeTheHour')} poster="cardio-fusion">
        <p>{t('nutrition.eatARealMeal')}</p>
      </ArticleSection>
      <ArticleSection heading={t('nutrition.afterTheHour')} poster="body-sculpting">
        <p>{t('nutrition.withinTwoHoursEat')}</p>
      </ArticleSection>
      <ArticleSection heading={t('nutrition.aWeeksBasket')} poster="crossfit-challenge">
        <ul>
          <li>{t('nutrition.oatsRicePotatoesWholemeal')}</li>
          <li>{t('nutrition.eggsLentilsTinnedFish')}</li>
          <li>{t('nutrition.fiveKindsOfVegetable')}</li>
          <li>{t('nutrition.applesBananasAndWhatever')}</li>
          <li>{t('nutrition.oliveOilNutsSalt')}</li>
        </ul>
        <p>{t('nutrition.cookTwiceTheAmount')}</p>
      </ArticleSection>
      <ArticleSection heading={t('nutrition.whatWeLeaveOut')} poster="mindful-meditation">
        <p>{t('nutrition.weSellNoSupplements')}</p>
        <p>
          {t('nutrition.thisIsGeneralAdvice')}
          <Link to="/trainers">{t('nutrition.yourTrainer')}</Link>
          {t('nutrition.whatMattersTheTraining')}
          <Link to="/fitness-resources">{t('nutrition.fitnessResources')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
