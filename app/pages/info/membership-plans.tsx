import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { openingNotice } from '#app/frame/opening-notice.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { PlanCard } from '#app/pages/bookings/plan-card.tsx'
import { priceGroupsOf } from '#app/pages/offers/price-groups.server.ts'
import { PriceList } from '#app/pages/offers/price-list.tsx'
import { texts } from '#copy/texts.ts'
import { deskHoldHours, holdMinutes, maxHoldMinutes, type PlanName } from '#domain/bookings/bookings.rules.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { readOwnWords } from '#domain/club/club.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { listOffers } from '#domain/offers/offers.server.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import type { Route } from './+types/membership-plans.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.membershipPlans, t('membershipPlans.threePlansOnTop'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => {
  const [own, desk, { renewalOpenDays }, prices, offers] = await Promise.all([
    readOwnWords(),
    deskIsOpen(),
    readPolicies(),
    readPriceSettings(),
    listOffers(actor),
  ])
  return {
    desk,
    cards: acceptsCards(),
    renewalOpenDays,
    ...prices,
    ...priceGroupsOf(
      offers.map((offer) => ({ ...offer, title: own(offer.title), description: own(offer.description) })),
      club.opensOn === null,
    ),
  }
})

export default function MembershipPlans({
  loaderData: { desk, cards, renewalOpenDays, slotPriceCents, plans, groups, trial },
}: Route.ComponentProps) {
  const { opensOn } = useLayoutProps().club
  const sellsOffers = groups.length > 0 || trial !== null
  return (
    <Article
      lines={[t('membershipPlans.membership'), t('membershipPlans.plans')]}
      intro={
        opensOn !== null
          ? t('membershipPlans.fromTheOpeningOn', { opening: openingNotice(opensOn) })
          : sellsOffers
            ? t('membershipPlans.everythingTheClubSells')
            : t('membershipPlans.noJoiningFeeNo')
      }
    >
      {sellsOffers && (
        <PriceList
          groups={groups}
          trial={trial}
          hourPrice={formatMoney(slotPriceCents)}
          hourClasses={[
            Math.min(...plans.map(({ classes }) => classes)),
            Math.max(...plans.map(({ classes }) => classes)),
          ]}
        />
      )}
      <div className="plan-offer">
        {sellsOffers && (
          <div>
            <h2 className="head">{t('membershipPlans.plansCompared')}</h2>
            <p className="note">{t('membershipPlans.eachIsAnHour')}</p>
          </div>
        )}
        <div className="plans">
          {plans.map(({ name, surchargeCents, classes }) => (
            <PlanCard
              key={name}
              plan={{ name, classes, extraCents: surchargeCents }}
              slotPriceCents={slotPriceCents}
              meaning={meanings[name]}
            />
          ))}
        </div>
        <LinkButton to="/trainers" variant={trial ? undefined : 'primary'} tall>
          {t('membershipPlans.findATrainerAnd')}
        </LinkButton>
      </div>
      <ArticleSection heading={t('membershipPlans.whatYouPay')}>
        <p>{t('membershipPlans.youPayThePrice', { slotPrice: formatMoney(slotPriceCents) })}</p>
        <p>{t('membershipPlans.thePlansDifferIn')}</p>
      </ArticleSection>
      <ArticleSection heading={t('membershipPlans.howItWorks')}>
        <ul>
          <li>
            {t('membershipPlans.pickATrainerOpen')}
            <b>{texts.trainer.allSlot}</b>
            {t('membershipPlans.andPress')}
            <b>{texts.trainer.bookThisHour}</b>
            {t('membershipPlans.noOneElseCan', { holdMinutes })}
          </li>
          <li>{t('membershipPlans.chooseAPlanChoosing', { holdMinutes, maxHoldMinutes })}</li>
          <li>{t('membershipPlans.theHourIsYours', { howToPay: howToPay(desk, cards) })}</li>
          <li>{t('membershipPlans.changedYourMindBefore')}</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading={t('membershipPlans.whatHappensAfterA')}>
        <p>{t('membershipPlans.nothingRenewsBy', { renewalOpenDays })}</p>
      </ArticleSection>
      <ArticleSection heading={t('membershipPlans.ifSomethingGoesWrong')}>
        <p>
          {cards && t('membershipPlans.aDeclinedCardCosts')}
          {t('membershipPlans.ifAPaymentArrives')}
          <Link to="/terms">{t('membershipPlans.termsOfUse')}</Link>
          {t('membershipPlans.thePeopleAreYour')}
          <Link to="/trainers">{t('membershipPlans.trainers')}</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}

function howToPay(desk: boolean, cards: boolean): string {
  if (!desk) return t('membershipPlans.payByCard')
  const atDesk = t('membershipPlans.atTheDeskSay', { deskHoldHours })
  return cards ? t('membershipPlans.payByCardOr', { atDesk }) : t('membershipPlans.pay', { atDesk })
}

/** The description of each plan, with an hour at the default price. */
const meanings: Record<PlanName, string> = {
  get silver() {
    return t('membershipPlans.yourHourPlusFive')
  },
  get gold() {
    return t('membershipPlans.yourHourPlusThree')
  },
  get diamond() {
    return t('membershipPlans.yourHourPlusSix')
  },
}
