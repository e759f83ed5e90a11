import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/nutrition.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.eatingWell,
    'What to eat before and after an hour of training, how to shop for a week, and what to leave out.',
  )

export default function Nutrition() {
  return (
    <Article
      lines={['Eating', 'well']}
      intro="Food for people who train one to three times a week and have other things to do."
    >
      <ArticleSection heading="Before the hour" poster="cardio-fusion">
        <p>
          Eat a real meal two or three hours before, or something small half an hour before. Before the six
          o’clock slot a banana counts; coffee doesn’t. Drink a glass of water on the way and bring another
          one with you.
        </p>
      </ArticleSection>
      <ArticleSection heading="After the hour" poster="body-sculpting">
        <p>
          Within two hours, eat a plate with a palm of protein (eggs, fish, beans, yoghurt, chicken, tofu), a
          fist of something starchy (potatoes, rice, bread, oats) and two fists of vegetables or fruit. There
          is no hurry: the famous window after training is a barn door.
        </p>
      </ArticleSection>
      <ArticleSection heading="A week’s basket" poster="crossfit-challenge">
        <ul>
          <li>Oats, rice, potatoes, wholemeal bread: the fuel.</li>
          <li>Eggs, lentils, tinned fish, plain yoghurt, whatever meat or tofu you like: the bricks.</li>
          <li>Five kinds of vegetable, one of them frozen for the evening when you are tired.</li>
          <li>Apples, bananas, and whatever is in season and cheap.</li>
          <li>Olive oil, nuts, salt, one spice you haven’t tried.</li>
        </ul>
        <p>
          Cook twice the amount on Sunday and on Wednesday. Most bad meals aren’t chosen. They happen to
          people with an empty fridge.
        </p>
      </ArticleSection>
      <ArticleSection heading="What we leave out" poster="mindful-meditation">
        <p>
          We sell no supplements and give no meal plans. If you train for health and your plate looks like the
          one above, you need no powders. Weigh yourself once a week or not at all, and never on the day after
          a feast.
        </p>
        <p>
          This is general advice for healthy adults. With diabetes, an allergy, a pregnancy or a history of
          eating problems, follow your doctor or a registered dietitian first, and tell{' '}
          <Link to="/trainers">your trainer</Link> what matters. The training side is under{' '}
          <Link to="/fitness-resources">fitness resources</Link>.
        </p>
      </ArticleSection>
    </Article>
  )
}
