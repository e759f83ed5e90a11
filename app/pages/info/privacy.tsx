import { Fragment } from 'react'
import { Link } from 'react-router'
import { retentionTable } from '#domain/personal-data/retention.rules.ts'
import { readRetentionTerms } from '#domain/personal-data/retention.server.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { capitalize } from '#format/text.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import { SellerAddress } from './seller-address.tsx'
import type { Route } from './+types/privacy.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.privacy,
    'What the club stores about you, who can see it, who it is passed to, and how long it is kept.',
  )

export const loader = createLoader(async (_: Route.LoaderArgs) => retentionTable(await readRetentionTerms()))

export default function Privacy({ loaderData: retention }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article
      lines={['Privacy', 'policy']}
      intro="We store what an account and a booking need. No advertising, no analytics, nothing sold."
    >
      {club.company && (
        <ArticleSection heading="Who is responsible for your data">
          <SellerAddress />
        </ArticleSection>
      )}
      <ArticleSection heading="What we store">
        <ul>
          <li>
            <b>Your account:</b> name, email address and photo. Of your password, only a hash that does not
            reveal it; the key of a second factor, encrypted. If you sign in with Google: the name, address
            and picture that Google sends, and no access to anything else in your Google account.
          </li>
          <li>
            <b>Your profile, if you fill it in:</b> height, age, blood group, skills and a few lines about
            you, and what we call you. All of it is optional, and you can clear it at any time.
          </li>
          <li>
            <b>Your telephone, if you give it:</b> the office can read it, and so can your trainer while you
            may not know that one of your hours changed.
          </li>
          <li>
            <b>Your bookings and payments:</b> the slot, the plan, the amount, the dates, the card processor’s
            reference, and of the card its brand and last four digits. We never store card numbers.
          </li>
          <li>
            <b>Your classes:</b> those you booked, waited for or gave back, when, and whether you came.
          </li>
          <li>
            <b>What you did here:</b> an activity log that you can read yourself, your clicks on posts, your
            posts, and your application if you want to be a trainer.
          </li>
          <li>
            <b>The newsletter:</b> the name and address you entered, whether you have an account or not.
          </li>
          <li>
            <b>Against abuse:</b> how often something was tried, counted under a scrambled form of the network
            address.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Pictures">
        <p>
          Photos are re-encoded when you upload them, and the data that a camera hides in them (the place, the
          time, the device) is removed. Anyone who has the address of a picture can see it without signing in.
        </p>
      </ArticleSection>
      <ArticleSection heading="Who sees what">
        <ul>
          <li>Everyone: the names, photos and email addresses of trainers, and posts with their authors.</li>
          <li>The trainer whose hour you bought: your name, photo and email address, and the plan.</li>
          <li>
            Admins: accounts, applications, subscribers, bookings and payments. What they change is logged.
          </li>
          <li>The trainer of a class you booked: your name and photo, and whether you came.</li>
          <li>
            Other members: that an hour is taken, and how many places of a class are left, never by whom.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Who we pass data to">
        <p>
          Paying by card involves the card processor, which receives your name, your email address, the amount
          and, directly from your browser, the card.{' '}
          {club.demo && 'This demo club uses a sandbox of its own instead, and nothing leaves it. '}
          Signing in with Google involves Google. No one else receives anything, and pages load no fonts,
          scripts or pictures from third parties, except the card form and the picture of a Google account.
        </p>
      </ArticleSection>
      <ArticleSection heading="For how long">
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
        <p>
          When your account is deleted, your profile, pictures, clicks, emails and log are deleted, and your
          name is removed from your posts. Payments stay in the books, with amounts, tax and dates but without
          your name.
        </p>
      </ArticleSection>
      <ArticleSection heading="Your rights">
        <p>
          You can correct what we know about you under{' '}
          <Link to="/dashboard/profileSettings">profile settings</Link>, and copy or delete it under{' '}
          <Link to="/dashboard/profileSettings/account">account</Link>; for the rest, see{' '}
          <Link to="/contact">contact</Link>. What your browser stores is listed in the{' '}
          <Link to="/cookies">cookie policy</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
