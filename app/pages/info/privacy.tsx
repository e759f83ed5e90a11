import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import { Seller } from './seller.tsx'
import type { Route } from './+types/privacy.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.privacy,
    'What the club stores about you, who can see it, whom it is passed to, and how long it is kept.',
  )

export default function Privacy() {
  const { club } = useLayoutProps()
  return (
    <Article
      lines={['Privacy', 'policy']}
      intro="We store what an account and a booking need. No advertising, no analytics, nothing sold."
    >
      {club.company && (
        <ArticleSection heading="Who answers for your data">
          <Seller />
        </ArticleSection>
      )}
      <ArticleSection heading="What we store">
        <ul>
          <li>
            <b>Your account:</b> name, e-mail address and photo. Of your password only a hash that does not
            give it away, and the key of a second factor encrypted. If you come from Google: the name, address
            and picture Google sends, and no access to anything else of yours there.
          </li>
          <li>
            <b>Your profile, if you fill it in:</b> height, age, blood group, skills and a few lines about
            you. All of it is optional and can be emptied again.
          </li>
          <li>
            <b>Your bookings and payments:</b> the slot, the plan, the amount, the dates, the card processor’s
            reference, and of the card its brand and last four digits. Card numbers are never stored by us.
          </li>
          <li>
            <b>What you did here:</b> an activity log that you can read yourself, your clicks on posts, your
            posts, and your application if you want to be a trainer.
          </li>
          <li>
            <b>The newsletter:</b> the name and address you entered, whether you have an account or not.
          </li>
          <li>
            <b>Against abuse:</b> how often somebody tried something, counted under a scrambled form of the
            network address.
          </li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Pictures">
        <p>
          Photos are rendered anew when you upload them, and what a camera hides in them (the place, the time,
          the device) is dropped. Whoever has the address of a picture can see it without signing in.
        </p>
      </ArticleSection>
      <ArticleSection heading="Who sees what">
        <ul>
          <li>
            Everybody: the names, photos and e-mail addresses of trainers, and posts with their authors.
          </li>
          <li>The trainer whose hour you bought: your name, photo and e-mail address, and the plan.</li>
          <li>
            Admins: accounts, applications, subscribers, bookings and payments. What they change is logged.
          </li>
          <li>Other members: that an hour is taken, never by whom.</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Whom we pass data to">
        <p>
          Paying by card involves the card processor, which gets your name, your e-mail address, the amount
          and, directly from your browser, the card.{' '}
          {club.demo && 'This demo club uses a sandbox of its own instead, and nothing leaves it. '}
          Signing in with Google involves Google. Nobody else gets anything, and pages load no fonts, scripts
          or pictures from third parties, except the card form and the picture of a Google account.
        </p>
      </ArticleSection>
      <ArticleSection heading="For how long">
        <p>
          A session lasts thirty days or until you sign out. A subscription lasts until you or an admin end
          it. Your account stays until you delete it. Then your profile, pictures, clicks, letters and log go,
          and your posts lose your name; what was paid stays in the books, with sums, tax and dates and
          without your name. Backups hold you for a year at most; who brings one back deletes you again.
          Pictures that nothing uses any more are deleted.
        </p>
      </ArticleSection>
      <ArticleSection heading="Your rights">
        <p>
          What we know of you is yours to correct under{' '}
          <Link to="/dashboard/profileSettings">profile settings</Link>, and to copy or delete under{' '}
          <Link to="/dashboard/profileSettings/account">account</Link>; for the rest see{' '}
          <Link to="/contact">contact</Link>. What your browser keeps is listed in the{' '}
          <Link to="/cookies">cookie policy</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
