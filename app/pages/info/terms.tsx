import { Link } from 'react-router'
import { createLoader } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { deskHoldHours, holdMinutes, maxHoldMinutes, maxHolds } from '#domain/bookings/bookings.rules.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { localeSettings } from '#format/locale.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/terms.ts'
import { Article, ArticleSection } from './article.tsx'
import { SellerAddress } from './seller-address.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.terms, t('terms.theRulesBetweenYou'))

export const loader = createLoader(async (_: Route.LoaderArgs) => {
  const [desk, { coolOffHours }] = await Promise.all([deskIsOpen(), readPolicies()])
  return { desk, coolOffHours }
})

export default function Terms({ loaderData: { desk, coolOffHours } }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article lines={[t('terms.terms'), t('terms.ofUse')]} intro={t('terms.plainRulesForAn')}>
      {club.company && (
        <ArticleSection heading={t('terms.whoWeAre')}>
          <SellerAddress />
        </ArticleSection>
      )}
      <ArticleSection heading={t('navigation.yourAccount')}>
        <p>{t('terms.oneAccountPerPerson')}</p>
      </ArticleSection>
      <ArticleSection heading={t('terms.bookingAnHour')}>
        <ul>
          <li>{t('terms.aSlotIsOne')}</li>
          <li>
            {t('terms.bookingHoldsItFor', { holdMinutes, maxHoldMinutes })}
            {desk && t('terms.ifYouPayAt', { deskHoldHours })}
            {t('terms.youCanHoldSlots', { maxHolds })}
          </li>
          <li>{t('terms.theFirstPersonTo')}</li>
          <li>{t('terms.trainersCannotBuyTheir')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading={t('terms.paymentsAndRefunds')}>
        <p>
          {t('terms.youPayThePrice', { currency: localeSettings().currency.toUpperCase() })}
          {coolOffHours > 0 && t('terms.forHourAfterYou', { coolOffHours })}
          {t('terms.otherRefundsAreDecided')}
          {club.demo && t('terms.inThisDemoClub')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('terms.whatYouWriteAnd')}>
        <p>{t('terms.onlyUploadPicturesThat')}</p>
      </ArticleSection>
      <ArticleSection heading={t('terms.onTheFloor')}>
        <p>{t('terms.trainWithinWhatYour')}</p>
      </ArticleSection>
      <ArticleSection heading={t('terms.changes')}>
        <p>
          {t('terms.whenTheseRulesChange')}
          <Link to="/privacy">{t('terms.privacyPolicy')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
