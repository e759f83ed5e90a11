import { Link } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/cookies.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.cookies, t('cookies.everyCookieThisSite'))

export default function Cookies() {
  return (
    <Article lines={[t('cookies.cookie'), t('cookies.policy')]} intro={t('cookies.thisSiteSetsA')}>
      <ArticleSection heading={t('cookies.ourCookies')}>
        <dl>
          <dt>
            <code>session_token</code>
          </dt>
          <dd>
            {t('cookies.keepsYouSignedIn')}
            <code>palestra.</code>
            {t('cookies.orOverAnEncrypted')}
            <code>__Host-palestra.</code>
            {t('cookies.setWhenYouSign')}
          </dd>
          <dt>
            <code>device</code>
          </dt>
          <dd>
            {t('cookies.remembersThatYouSigned')}
            <code>__Host-</code>
            {t('cookies.setWhenYouSign2')}
          </dd>
          <dt>
            <code>club-device</code>
          </dt>
          <dd>
            {t('cookies.marksADevice')}
            <code>__Host-</code>
            {t('cookies.keptForADevice')}
          </dd>
          <dt>
            <code>theme</code>
          </dt>
          <dd>{t('cookies.remembersWhetherYouChose')}</dd>
          <dt>
            <code>flash</code>
          </dt>
          <dd>{t('cookies.carriesOneMessageSuch', { done: texts.becomeTrainer.done })}</dd>
          <dt>
            <code>state</code>
          </dt>
          <dd>{t('cookies.onlyWithTiesGoogles', { google: texts.signIn.google })}</dd>
        </dl>
      </ArticleSection>
      <ArticleSection heading={t('cookies.otherStorageInYour')}>
        <p>
          {t('cookies.whileYouAreSigned')}
          <code>token</code>
          {t('cookies.whichThePageUses')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('cookies.cookiesFromOthers')}>
        <p>{t('cookies.noneOnOurPages')}</p>
      </ArticleSection>
      <ArticleSection heading={t('cookies.noTracking')}>
        <p>{t('cookies.thereAreNoAdvertising')}</p>
      </ArticleSection>
      <ArticleSection heading={t('cookies.sayingNo')}>
        <p>
          {t('cookies.youCanDeleteOr')}
          <Link to="/privacy">{t('cookies.privacyPolicy')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
