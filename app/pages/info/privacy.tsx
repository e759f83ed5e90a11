import { Fragment } from 'react'
import { Link } from 'react-router'
import { createLoader } from '#app/frame/handlers.server.ts'
import { OwnAccountLink } from '#app/frame/own-account-link.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { retentionTable } from '#domain/personal-data/retention.rules.ts'
import { readRetentionTerms } from '#domain/personal-data/retention.server.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/privacy.ts'
import { Article, ArticleSection } from './article.tsx'
import { SellerAddress } from './seller-address.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.privacy, t('privacy.whatTheClubStores'))

export const loader = createLoader(async (_: Route.LoaderArgs) => retentionTable(await readRetentionTerms()))

export default function Privacy({ loaderData: retention }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article lines={[t('privacy.privacy'), t('privacy.policy')]} intro={t('privacy.weStoreWhatAn')}>
      {club.company && (
        <ArticleSection heading={t('privacy.whoIsResponsibleFor')}>
          <SellerAddress />
        </ArticleSection>
      )}
      <ArticleSection heading={t('privacy.whatWeStore')}>
        <ul>
          <li>
            <b>{t('privacy.yourAccount')}</b>
            {t('privacy.nameEmailAddressAnd')}
          </li>
          <li>
            <b>{t('privacy.yourProfileIfYou')}</b>
            {t('privacy.heightAgeBloodGroup')}
          </li>
          <li>
            <b>{t('privacy.yourHealth')}</b>
            {t('privacy.theAnswersWithYour')}
          </li>
          <li>
            <b>{t('privacy.yourTelephoneIfYou')}</b>
            {t('privacy.theOfficeCanRead')}
          </li>
          <li>
            <b>{t('privacy.yourBookingsAndPayments')}</b>
            {t('privacy.theSlotThePlan')}
          </li>
          <li>
            <b>{t('privacy.yourCodes')}</b>
            {t('privacy.whichCodeYouUsed')}
          </li>
          <li>
            <b>{t('privacy.yourClasses')}</b>
            {t('privacy.thoseYouBookedWaited')}
          </li>
          <li>
            <b>{t('privacy.whatYouDidHere')}</b>
            {t('privacy.anActivityLogThat')}
          </li>
          <li>
            <b>{t('privacy.theNewsletter')}</b>
            {t('privacy.theNameAndAddress')}
          </li>
          <li>
            <b>{t('privacy.againstAbuse')}</b>
            {t('privacy.howOftenSomethingWas')}
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading={t('privacy.pictures')}>
        <p>{t('privacy.photosAreReEncoded')}</p>
      </ArticleSection>
      <ArticleSection heading={t('privacy.whoSeesWhat')}>
        <ul>
          <li>{t('privacy.everyoneTheNamesPhotos')}</li>
          <li>{t('privacy.theTrainerWhoseHour')}</li>
          <li>{t('privacy.adminsAccountsApplicationsSubscribers')}</li>
          <li>{t('privacy.theTrainerOfA')}</li>
          <li>{t('privacy.otherMembersThatAn')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading={t('privacy.whoWePassData')}>
        <p>
          {t('privacy.payingByCardInvolves')}
          {club.demo && t('privacy.thisDemoClubUses')}
          {t('privacy.signingInWithGoogle')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('privacy.forHowLong')}>
        <dl>
          {retention.map(({ what, howLong, why }) => (
            <Fragment key={what}>
              <dt>
                <b>{what}</b>
              </dt>
              <dd>
                {capitalize(howLong)}. {why}
              </dd>
            </Fragment>
          ))}
        </dl>
        <p>{t('privacy.whenYourAccountIs')}</p>
      </ArticleSection>
      <ArticleSection heading={t('privacy.yourRights')}>
        <p>
          {t('privacy.youCanCorrectWhat')}
          <OwnAccountLink to="/dashboard/profileSettings">{t('privacy.profileSettings')}</OwnAccountLink>
          {t('privacy.andCopyOrDelete')}
          <OwnAccountLink to="/dashboard/profileSettings/account">{t('privacy.account')}</OwnAccountLink>
          {t('privacy.forTheRestSee')}
          <Link to="/contact">{t('privacy.contact')}</Link>
          {t('privacy.whatYourBrowserStores')}
          <Link to="/cookies">{t('privacy.cookiePolicy')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
