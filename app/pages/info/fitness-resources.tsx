import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/fitness-resources.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.fitnessResources,
    'A first week at the club, a warm-up that fits before any class, and how to choose a weight.',
  )

export default function FitnessResources() {
  return (
    <Article
      lines={['Fitness', 'resources']}
      intro="What our trainers repeat most often, written down once, so that the hour itself is for training."
    >
      <ArticleSection heading="Your first week" poster="strength-mastery">
        <p>
          Come twice, two or three days apart, and leave both times with something in reserve. The first visit
          tells your muscles, the second one tells you how they took it. Soreness that fades within two days
          is the ordinary price; a joint that hurts while it moves is a reason to stop and ask.
        </p>
        <p>
          Write down four things after each hour: the exercise, the weight, the number of times, and how hard
          it felt from one to ten. A month of such lines is worth more than any plan you download.
        </p>
      </ArticleSection>
      <ArticleSection heading="Ten minutes before anything" poster="high-intensity-burn">
        <ul>
          <li>Three minutes that make you breathe through the mouth: row, skip, or walk up the stairs.</li>
          <li>Ten slow circles with each shoulder and each hip, as large as they go without pinching.</li>
          <li>Ten squats to a bench and ten presses against a wall, both slower than you would like.</li>
          <li>Two light rounds of whatever comes first today, at half of the weight you have in mind.</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Choosing a weight" poster="functional-fitness">
        <p>
          Take one that you could move twelve times and move it eight. When eight feels like five, add the
          smallest plate there is. The last one should be as straight as the first; when it is not, the set
          ended one earlier.
        </p>
      </ArticleSection>
      <ArticleSection heading="Days off" poster="mindful-meditation">
        <p>
          Nothing grows during training. Sleep seven hours or more, walk on the days between, and take one day
          a week without any plan. If you were ill, come back at half and ask your trainer for the rest.
        </p>
        <p>
          Have a heart condition, a new injury or a child on the way? Talk to a doctor before you start, and
          tell your trainer what they said. More to read: <Link to="/nutrition">eating well</Link>,{' '}
          <Link to="/wellness-blog">the wellness blog</Link>, or the <Link to="/forums">forum</Link>, where
          trainers answer from the floor.
        </p>
      </ArticleSection>
    </Article>
  )
}
