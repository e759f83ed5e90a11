import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/wellness-blog.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.wellnessBlog,
    'Four short pieces about sleep, sitting, breathing and keeping an hour for yourself.',
  )

export default function WellnessBlog() {
  return (
    <Article
      lines={['Wellness', 'blog']}
      intro="Four short pieces about what happens in the other hundred and sixty-seven hours of the week."
    >
      <ArticleSection heading="The hour you keep" aside="On habits" poster="spin-revolution">
        <p>
          People who come at the same hour every week need no discipline to do it. The bag is packed because
          it is Tuesday. That is why an hour here is sold for a month and carries your name: deciding once is
          easier than deciding twenty times.
        </p>
        <p>
          If you are new, take the earliest hour you can bear. Nothing has gone wrong yet at seven in the
          morning, and nobody calls.
        </p>
      </ArticleSection>
      <ArticleSection heading="Sleep is a lift" aside="On recovery" poster="mindful-meditation">
        <p>
          You wouldn’t skip the second half of a set, but most of us skip the second half of a night. Go to
          bed at one time, wake at one time, keep the room dark and cool, and leave the phone outside. Two
          weeks of that will do more for your strength than any powder.
        </p>
      </ArticleSection>
      <ArticleSection heading="Against the chair" aside="On sitting" poster="body-sculpting">
        <p>
          Sitting isn’t poison. Staying is. Get up every half hour: to the window, to the kettle, up one
          flight of stairs. Once a day hang from something for as long as it takes to count to thirty. Your
          shoulders will come down from your ears on their own.
        </p>
      </ArticleSection>
      <ArticleSection heading="Four in, six out" aside="On breathing" poster="pilates-precision">
        <p>
          Before a heavy set, before a difficult call, before you answer that message: breathe in for a count
          of four, out for a count of six, five times. A longer breath out slows the heart. It takes one
          minute, and nobody has to know.
        </p>
        <p>
          Our trainers write more of this in the <Link to="/forums">forum</Link>, usually shorter. Exercises
          to go with it are under <Link to="/fitness-resources">fitness resources</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
