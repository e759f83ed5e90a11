import { Link } from 'react-router'
import {
  deskHoldHours,
  holdMinutes,
  maxHoldMinutes,
  plans,
  type PlanName,
} from '#domain/bookings/bookings.rules.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import { defaultSlotPriceCents } from '#domain/slots/slots.rules.ts'
import { LinkButton } from '#app/components/button.tsx'
import { PlanCard } from '#app/pages/bookings/plan-card.tsx'
import { formatMoney } from '#format/money.ts'
import { texts } from '#copy/texts.ts'
import { createPublicLoader, type PublicLoaderArgs } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/membership-plans.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.membershipPlans,
    'Three plans on top of an hour of your own: what each costs a month, how many classes it includes, and how paying works.',
  )

export const loader = createPublicLoader(async (_: PublicLoaderArgs<Route.LoaderArgs>) => ({
  desk: await deskIsOpen(),
  cards: acceptsCards(),
}))

export default function MembershipPlans({ loaderData: { desk, cards } }: Route.ComponentProps) {
  return (
    <Article
      lines={['Membership', 'plans']}
      intro="There is no joining fee and no contract. You take one hour of one trainer for a month, and a plan with it."
    >
      <div className="plan-offer">
        <div className="plans">
          {plans.map(({ name, surchargeCents, classes }) => (
            <PlanCard
              key={name}
              plan={{ name, classes, extraCents: surchargeCents }}
              slotPriceCents={defaultSlotPriceCents}
              meaning={meanings[name]}
            />
          ))}
        </div>
        <LinkButton to="/trainers" variant="primary" tall>
          Find a trainer and an hour
        </LinkButton>
      </div>
      <ArticleSection heading="What you pay">
        <p>
          The price is that of the hour plus that of the plan. A trainer’s hour usually costs{' '}
          {formatMoney(defaultSlotPriceCents)} a month, as shown here; trainers may ask another price, which
          is then on their profile.
        </p>
        <p>
          The plans differ in what your trainer plans for you, so more is not always more: gold has fewer
          classes than silver. Compare the price of one class.
        </p>
      </ArticleSection>
      <ArticleSection heading="How it works">
        <ul>
          <li>
            Pick a trainer, open <b>{texts.trainer.allSlot}</b> and press <b>{texts.trainer.bookThisHour}</b>.
            Nobody else can take the hour for {holdMinutes} minutes.
          </li>
          <li>
            Choose a plan. Choosing again starts the {holdMinutes} minutes anew, up to {maxHoldMinutes}{' '}
            minutes in all.
          </li>
          <li>{howToPay(desk, cards)} The hour is yours for one month from when it is paid.</li>
          <li>
            Changed your mind before paying? Let the hour go, and it is free for the next person at once.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="What happens after a month">
        <p>
          Nothing renews by itself. In the last ten days of the month you may buy the next one before anybody
          else. If you do not, the hour is free when the month is over, for whoever comes first.
        </p>
      </ArticleSection>
      <ArticleSection heading="If something goes wrong">
        <p>
          {cards &&
            'A card that is declined costs nothing and you may try another one while the hour is held. '}
          Should a payment arrive after the hour went to somebody else, the whole amount is paid back without
          your asking. The small print is in the <Link to="/terms">terms of use</Link>; the people are among
          the <Link to="/trainers">trainers</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}

function howToPay(desk: boolean, cards: boolean): string {
  if (!desk) return 'Pay by card.'
  const atDesk = `at the desk: say so, and the hour is kept for ${deskHoldHours} hours.`
  return cards ? `Pay by card, or ${atDesk}` : `Pay ${atDesk}`
}

/** What each plan is for, beside an hour at the usual price. */
const meanings: Record<PlanName, string> = {
  silver: 'Your hour, and five classes. The least for each.',
  gold: 'Your hour, and three classes: fewer than in Silver, so each costs more.',
  diamond: 'Your hour, and six classes, the most of the three.',
}
