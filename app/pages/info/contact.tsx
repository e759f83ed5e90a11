import { TelephoneLink } from '#app/components/telephone-link.tsx'
import { Link } from 'react-router'
import { readClubCopy } from '#domain/club/club.server.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.contact,
    'Who to ask about what: your trainer, the desk, payments, your data, and when we’re open.',
  )

export const loader = createLoader(async (_: Route.LoaderArgs) => ({
  atTheDoor: (await readClubCopy()).atTheDoor,
}))

export default function Contact({ loaderData: { atTheDoor } }: Route.ComponentProps) {
  return (
    <Article
      lines={[texts.footer.contact]}
      intro="The quickest way depends on the question. None of them leads to a machine that thanks you for waiting."
    >
      <VisitUs words={atTheDoor} />
      <ArticleSection heading="Your trainer">
        <p>
          Every trainer’s email address is on their profile under <b>{texts.trainer.about}</b>: open{' '}
          <Link to="/trainers">all trainers</Link> and choose yours. Write to them about the hour itself, an
          injury or a day you can’t make. They see your name and address as soon as you’ve booked, so they can
          write to you too.
        </p>
      </ArticleSection>
      <ArticleSection heading="A booking or a payment">
        <p>
          Before you pay, you can let a held hour go yourself, on the booking’s page. Afterwards your{' '}
          <Link to="/dashboard">dashboard</Link> leads to your month, where you can give back, move or pause
          hours and, for some days, return the whole month. For anything else, bring the date, the trainer and
          the slot to the desk, or show your <Link to="/dashboard/activityLog">activity log</Link>, which
          lists what you booked and paid and when. Please never send a card number to anyone, including us. We
          can’t see it and don’t need it.
        </p>
      </ArticleSection>
      <ArticleSection heading="Your data">
        <p>
          What we know about you, why, and for how long is in the <Link to="/privacy">privacy policy</Link>.
          You can copy and delete it yourself under{' '}
          <Link to="/dashboard/profileSettings/account">account</Link>. To correct something that you can’t
          change there, ask at the desk and bring proof of who you are.
        </p>
      </ArticleSection>
      <ArticleSection heading="Everything else">
        <ul>
          <li>
            Want to train others? <Link to="/beTrainer">Apply here</Link>and an admin will answer.
          </li>
          <li>
            Want to hear from us? Sign up for the letter on <Link to="/">the home page</Link>.
          </li>
          <li>
            Something on this site not working? Tell the desk which page you were on and what you pressed.
          </li>
        </ul>
      </ArticleSection>
    </Article>
  )
}

/** The club's address, opening hours and contact details, as far as they are set. */
function VisitUs({ words }: { words: string }) {
  const { name, company, address, telephone, email, opening, closed } = useLayoutProps().club
  if (!address && !telephone && !email && !opening && !closed && !words) return null
  return (
    <ArticleSection heading="At the door">
      {address && (
        <address className="as-written">
          {company || name}
          {'\n'}
          {address}
        </address>
      )}
      {(telephone || email) && (
        <p>
          {telephone && <TelephoneLink telephone={telephone} />}
          {telephone && email && ' or '}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      )}
      {opening && <p>{opening}.</p>}
      {closed && <p>{closed}.</p>}
      {words && <p className="as-written">{words}</p>}
    </ArticleSection>
  )
}
