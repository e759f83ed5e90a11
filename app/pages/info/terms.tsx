import { Link } from 'react-router'
import { deskHoldHours, holdMinutes, maxHoldMinutes, maxHolds } from '#domain/bookings/bookings.rules.ts'
import { deskIsOpen } from '#domain/checkout/pay-at-desk.server.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { localeSettings } from '#format/locale.ts'
import { formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import { SellerAddress } from './seller-address.tsx'
import type { Route } from './+types/terms.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.terms,
    'The rules between you and the club: accounts, holding and paying for an hour, refunds, and what you post.',
  )

export const loader = createLoader(async (_: Route.LoaderArgs) => {
  const [desk, { coolOffHours }] = await Promise.all([deskIsOpen(), readPolicies()])
  return { desk, coolOffHours }
})

export default function Terms({ loaderData: { desk, coolOffHours } }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article
      lines={['Terms', 'of use']}
      intro="Plain rules for an account, an hour and a forum. Using the site means you accept them."
    >
      {club.company && (
        <ArticleSection heading="Who we are">
          <SellerAddress />
        </ArticleSection>
      )}
      <ArticleSection heading="Your account">
        <p>
          One account per person, under your own name and an email address you can read. Keep your password to
          yourself: anything done with it counts as done by you. Anyone may look around without an account.
          You need one to book, to react to a post, to apply as a trainer and to see a dashboard.
        </p>
      </ArticleSection>
      <ArticleSection heading="Booking an hour">
        <ul>
          <li>
            A slot is one hour of one trainer’s day, on the weekdays the trainer works, for one month from the
            moment it is paid.
          </li>
          <li>
            Booking holds it for {holdMinutes} minutes, and at most {maxHoldMinutes} minutes when you change
            the plan{desk && `; if you pay at the desk, ${deskHoldHours} hours`}. You can hold {maxHolds}{' '}
            slots at once.
          </li>
          <li>The first person to hold a slot has it. Two people can never have the same hour.</li>
          <li>Trainers cannot buy their own hours.</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Payments and refunds">
        <p>
          You pay the price of the slot and of the plan you chose, in{' '}
          {localeSettings().currency.toUpperCase()}, before the month begins; the amount is on the page where
          you confirm. A card is charged once. Nothing renews by itself. If your payment arrives although the
          slot went to someone else, all of it is paid back without your asking.{' '}
          {coolOffHours > 0 &&
            `For ${formatCount(coolOffHours, 'hour', 'hours')} after you pay, and until your first hour begins, you may change your mind and get all of it back: the page of your month shows the deadline. `}
          Other refunds are decided at the desk. {club.demo && 'In this demo club no card is charged.'}
        </p>
      </ArticleSection>
      <ArticleSection heading="What you write and show">
        <p>
          Only upload pictures that are yours to show, without people who would rather not be shown. Posts in
          the forum are written by trainers and admins and carry their names. Each member may click fifty
          times on a post, and a click cannot be taken back. We may take down anything that insults,
          advertises or breaks the law, and we tell its author why. Anyone who is signed in can report a post,
          and an admin looks at it.
        </p>
      </ArticleSection>
      <ArticleSection heading="On the floor">
        <p>
          Train within what your body allows and tell your trainer about injuries and illnesses first. Advice
          on this site does not replace a doctor’s. Put the weights back.
        </p>
      </ArticleSection>
      <ArticleSection heading="Changes">
        <p>
          When these rules change, the new ones appear here. An hour you have paid for stays under the rules
          that applied when you paid. How we treat your data is in the{' '}
          <Link to="/privacy">privacy policy</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
