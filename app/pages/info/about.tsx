import { Link } from 'react-router'
import { parseSections } from '#domain/club/split-club-texts.rules.ts'
import { sinceYear } from '#domain/club/club-facts.rules.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { posterOf } from '#app/components/service-poster.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Article, ArticleSection } from './article.tsx'
import type { Route } from './+types/about.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.aboutUs,
    (club) => `A fitness hub${sinceYear(club)}: trainers who sell their hours one at a time.`,
  )

export const loader = createLoader(async (_: Route.LoaderArgs) => ({
  about: (await readClubCopy()).about,
}))

export default function About({ loaderData: { about } }: Route.ComponentProps) {
  const { club } = useLayoutProps()
  return (
    <Article lines={[texts.footer.aboutUs]} intro={texts.footer.tagline(sinceYear(club))}>
      <ArticleSection heading="What we sell" poster="functional-fitness">
        <p>
          Most gyms sell access and hope you stay at home. We sell an hour: one trainer, one member, the same
          time on the same days, for a month. It costs what it says, it ends when it says, and while it runs
          nobody else can have it.
        </p>
        <p>
          Around those hours there are <Link to="/classes">classes</Link>, which the trainers put together and
          change as they like, and a <Link to="/forums">forum</Link> where they write about life on the floor.
        </p>
      </ArticleSection>
      <ArticleSection heading="Who the trainers are" poster="spin-revolution">
        <p>
          Anyone can <Link to="/beTrainer">apply</Link>. An admin reads and answers every application, and if
          it’s a no, says why. Trainers set their own hours and prices. Their names, years of experience and
          skills are on <Link to="/trainers">their profiles</Link>, so you can choose someone you could listen
          to.
        </p>
      </ArticleSection>
      {parseSections(about, texts.footer.aboutUs).map(({ heading, paragraphs }, index) => (
        <ArticleSection key={heading} heading={heading} poster={posterOf(texts.home.services[index + 2]!)}>
          {paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </ArticleSection>
      ))}
    </Article>
  )
}
