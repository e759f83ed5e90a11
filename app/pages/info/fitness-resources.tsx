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
          tells your muscles; the second tells you how they took it. Soreness that fades within two days is
          the usual price. A joint that hurts when it moves is a reason to stop and ask.
        </p>
        <p>
          Write down four things after each hour: the exercise, the weight, the reps, and how hard it felt
          from one to ten. A month of those lines is worth more than any plan you can download.
        </p>
      </ArticleSection>
      <ArticleSection heading="Ten minutes before anything" poster="high-intensity-burn">
        <ul>
          <li>Three minutes that get you out of breath: row, skip, or walk up the stairs.</li>
          <li>Ten slow circles with each shoulder and each hip, as large as they go without pinching.</li>
          <li>Ten squats to a bench and ten presses against a wall, both slower than you would like.</li>
          <li>Two light rounds of whatever comes first today, at half the weight you have in mind.</li>
        </ul>
      </ArticleSection>
      <ArticleSection heading="Choosing a weight" poster="functional-fitness">
        <p>
          Pick one you could lift twelve times, and lift it eight. When eight feels like five, add the
          smallest plate there is. The last rep should look like the first. If it doesn’t, the set ended one
          rep ago.
        </p>
      </ArticleSection>
      <ArticleSection heading="Days off" poster="mindful-meditation">
        <p>
          Nothing grows during training. Sleep seven hours or more, walk on the days between, and keep one day
          a week free of plans. If you’ve been ill, come back at half and ask your trainer about the rest.
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
