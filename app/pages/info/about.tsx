import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#words/texts.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { Article, Part } from './article.tsx'
import type { Route } from './+types/about.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.aboutUs,
    'A fitness hub since 2005: one door, one floor, and trainers who sell their hours one at a time.',
  )

export default function About() {
  const { club } = useLayoutProps()
  return (
    <Article lines={[texts.footer.aboutUs]} intro={texts.footer.tagline}>
      <Part heading="Where the name comes from">
        <p>
          In an ancient town the palestra was a square court where people trained and, at least as much,
          talked. Our mark is that court with one dot in it. The dot is a person. {club.name} has never been
          about anything else.
        </p>
      </Part>
      <Part heading="What we sell">
        <p>
          Most gyms sell access and hope that you stay at home. We sell an hour: one trainer, one member, the
          same time on the same days, for a month. It costs what it says, it ends when it says, and while it
          runs nobody else can have it.
        </p>
        <p>
          Around those hours there are <Link to="/classes">classes</Link>, which the trainers put together and
          change as they like, and a <Link to="/forums">forum</Link> in which they write what they see on the
          floor.
        </p>
      </Part>
      <Part heading="Who trains here">
        <p>
          People who lift, people who have never lifted, people who were told to by a doctor and stayed out of
          spite. Nobody wears headphones for the first ten minutes. Somebody will save you a bike, hold your
          feet, and have an opinion about the coffee.
        </p>
      </Part>
      <Part heading="Who the trainers are">
        <p>
          Anybody may <Link to="/beTrainer">apply</Link>; an admin reads every application and answers it, and
          a refusal comes with its reason. Trainers set their own hours and prices. Their names, years of
          experience and skills are on <Link to="/trainers">their profiles</Link>, so you can choose somebody
          you could listen to.
        </p>
      </Part>
      <Part heading="How the walls got their posters">
        <p>
          Each discipline has a poster made of its own geometry: plates as rings, a spin class as arcs, yoga
          as one line. They hang in the <Link to="/gallery">gallery</Link>, and the dot in each of them is
          whoever is training.
        </p>
      </Part>
    </Article>
  )
}
