import { Link } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/wellness-blog.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.wellnessBlog, t('wellnessBlog.fourShortPiecesAbout'))

export default function WellnessBlog() {
  return (
    <Article
      lines={[t('wellnessBlog.wellness'), t('wellnessBlog.blog')]}
      intro={t('wellnessBlog.fourShortPiecesAbout2')}
    >
      <ArticleSection
        heading={t('wellnessBlog.theHourYouKeep')}
        aside={t('wellnessBlog.onHabits')}
        poster="spin-revolution"
      >
        <p>{t('wellnessBlog.peopleWhoComeAt')}</p>
        <p>{t('wellnessBlog.ifYouAreNew')}</p>
      </ArticleSection>
      <ArticleSection
        heading={t('wellnessBlog.sleepIsALift')}
        aside={t('wellnessBlog.onRecovery')}
        poster="mindful-meditation"
      >
        <p>{t('wellnessBlog.youWouldntSkipThe')}</p>
      </ArticleSection>
      <ArticleSection
        heading={t('wellnessBlog.againstTheChair')}
        aside={t('wellnessBlog.onSitting')}
        poster="body-sculpting"
      >
        <p>{t('wellnessBlog.sittingIsntPoisonStaying')}</p>
      </ArticleSection>
      <ArticleSection
        heading={t('wellnessBlog.fourInSixOut')}
        aside={t('wellnessBlog.onBreathing')}
        poster="pilates-precision"
      >
        <p>{t('wellnessBlog.beforeAHeavySet')}</p>
        <p>
          {t('wellnessBlog.ourTrainersWriteMore')}
          <Link to="/forums">{t('wellnessBlog.forum')}</Link>
          {t('wellnessBlog.usuallyShorterExercisesTo')}
          <Link to="/fitness-resources">{t('wellnessBlog.fitnessResources')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
