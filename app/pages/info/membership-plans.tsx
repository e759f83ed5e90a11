import { Link } from 'react-router'
import { deskHoldHours, holdMinutes, maxHoldMinutes, type PlanName } from '#domain/bookings/bookings.rules.ts'
import { listOffers } from '#domain/offers/offers.server.ts'
import { readPriceSettings } from '#domain/offers/price-settings.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import { LinkButton } from '#app/components/button.tsx'
import { PlanCard } from '#app/pages/bookings/plan-card.tsx'
import { formatMoney } from '#format/money.ts'
import { texts } from '#copy/texts.ts'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { PriceList } from '#app/pages/offers/price-list.tsx'
import { priceGroupsOf } from '#app/pages/offers/price-groups.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/membership-plans.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.membershipPlans,
    'Three plans on top of an hour of your own: what each costs a month, how many classes it includes, and how paying works.',
  )

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const [desk, { renewalOpenDays }, prices, offers] = await Promise.all([
    deskIsOpen(),
    readPolicies(),
    readPriceSettings(),
    listOffers(actor),
  ])
  return { desk, cards: acceptsCards(), renewalOpenDays, ...prices, ...priceGroupsOf(offers) }
})

export default function MembershipPlans({
  loaderData: { desk, cards, renewalOpenDays, slotPriceCents, plans, groups, trial },
}: Route.ComponentProps) {
  return (
    <Article
      lines={['Membership', 'plans']}
      intro="No joining fee, no contract. You take one hour with one trainer for a month, plus a plan."
    >
      {(groups.length > 0 || trial) && (
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
          Find a trainer and an hour
        </LinkButton>
      </div>
      <ArticleSection heading="What you pay">
        <p>
          You pay the price of the hour plus the price of the plan. A trainer’s hour usually costs{' '}
          {formatMoney(slotPriceCents)} a month, as shown here; trainers may set a different price, which is
          then on their profile.
        </p>
        <p>
          The plans differ in what your trainer plans for you, so more is not always more: gold has fewer
          classes than silver. Compare the price per class.
        </p>
      </ArticleSection>
      <ArticleSection heading="How it works">
        <ul>
          <li>
            Pick a trainer, open <b>{texts.trainer.allSlot}</b> and press <b>{texts.trainer.bookThisHour}</b>.
            No one else can take the hour for {holdMinutes} minutes.
          </li>
          <li>
            Choose a plan. Choosing again restarts the {holdMinutes} minutes, up to {maxHoldMinutes} minutes
            in all.
          </li>
          <li>{howToPay(desk, cards)} The hour is yours for one month from when it is paid.</li>
          <li>
            Changed your mind before paying? Let the hour go, and it is free for the next person at once.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="What happens after a month">
        <p>
          Nothing renews by itself. In the last {renewalOpenDays === 1 ? 'day' : `${renewalOpenDays} days`} of
          the month you can buy the next one before anyone else. If you don’t, the hour is free when the month
          is over, first come, first served.
        </p>
      </ArticleSection>
      <ArticleSection heading="If something goes wrong">
        <p>
          {cards && 'A declined card costs nothing, and you can try another one while the hour is held. '}
          If a payment arrives after the hour went to someone else, the whole amount is paid back without your
          asking. The small print is in the <Link to="/terms">terms of use</Link>; the people are your{' '}
          <Link to="/trainers">trainers</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}

function howToPay(desk: boolean, cards: boolean): string {
  if (!desk) return 'Pay by card.'
  const atDesk = `at the desk: say so, and the hour is held for ${deskHoldHours} hours.`
  return cards ? `Pay by card, or ${atDesk}` : `Pay ${atDesk}`
}

/** The description of each plan, with an hour at the default price. */
const meanings: Record<PlanName, string> = {
  silver: 'Your hour, plus five classes.',
  gold: 'Your hour, plus three classes: fewer than Silver, so each one costs more.',
  diamond: 'Your hour, plus six classes, the most of the three.',
}
