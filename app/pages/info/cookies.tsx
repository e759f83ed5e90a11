import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/cookies.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.cookies,
    'Every cookie this site sets, by name: what it is for and how long it stays. None of them tracks you.',
  )

export default function Cookies() {
  return (
    <Article
      lines={['Cookie', 'policy']}
      intro="This site sets a handful of cookies. All are its own, and all are needed for something you asked for. That is why there is no cookie banner."
    >
      <ArticleSection heading="Our cookies">
        <dl>
          <dt>
            <code>session_token</code>
          </dt>
          <dd>
            Keeps you signed in. Its full name begins with <code>palestra.</code> or, over an encrypted
            connection, <code>__Host-palestra.</code> Set when you sign in or up, kept for thirty days or
            until you sign out; for trainers and admins also no longer than twelve hours without use. Scripts
            cannot read it.
          </dd>
          <dt>
            <code>device</code>
          </dt>
          <dd>
            Remembers that you signed in with this browser, so that someone guessing your password elsewhere
            cannot lock you out. Over an encrypted connection its name begins with <code>__Host-</code>. Set
            when you sign in or up with a password, kept for a year. Scripts cannot read it.
          </dd>
          <dt>
            <code>theme</code>
          </dt>
          <dd>
            Remembers whether you chose light or dark. Set when you press the switch, kept for a year. Without
            it the site follows your system.
          </dd>
          <dt>
            <code>flash</code>
          </dt>
          <dd>
            Carries one message, such as “{texts.becomeTrainer.done}”, to the next page. Gone as soon as it is
            shown, after a minute at the latest.
          </dd>
          <dt>
            <code>state</code>
          </dt>
          <dd>
            Only with “{texts.signIn.google}”: ties Google’s response to the browser that asked for it. Its
            name begins like that of the session cookie. Kept for a few minutes.
          </dd>
        </dl>
      </ArticleSection>
      <ArticleSection heading="Other storage in your browser">
        <p>
          While you are signed in, local storage holds an entry called <code>token</code>, which the page uses
          for direct calls such as uploads. It is valid for ten minutes and removed when you sign out. Session
          storage remembers how far you had scrolled on each page, until you close the tab.
        </p>
      </ArticleSection>
      <ArticleSection heading="Cookies from others">
        <p>
          None on our pages, with two exceptions that you start yourself. If this club takes real cards, the
          payment page loads the card form of its card processor, which sets cookies of its own to detect
          fraud. If you sign in with Google, you visit Google’s site, with Google’s cookies.
        </p>
      </ArticleSection>
      <ArticleSection heading="No tracking">
        <p>
          There are no advertising or analytics cookies, no pixels, no fingerprinting, and no social network
          buttons that watch you read.
        </p>
      </ArticleSection>
      <ArticleSection heading="Saying no">
        <p>
          You can delete or block cookies in your browser at any time. Everything public stays readable;
          signing in will not work without the first one, and the theme will follow your system without the
          third. What we keep on our side is in the <Link to="/privacy">privacy policy</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
