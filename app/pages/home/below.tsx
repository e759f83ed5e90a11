import { Suspense } from 'react'
import type { Problem } from '#app/forms/form-problem.ts'
import { AboutUs } from './about-us.tsx'
import { FeaturedClasses } from './featured-classes.tsx'
import { FirstTrainers } from './first-trainers.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { Newsletter } from './newsletter.tsx'
import { Services } from './services.tsx'
import { Voices } from './voices.tsx'
import type { Route } from './+types/home.ts'

type Props = Omit<Route.ComponentProps['loaderData'], 'own' | 'headlines' | 'figures'> & {
  posted: Problem | null
}

/** What follows the first screen of the home page. Each part is made alive by itself, so that a phone answers to touches in between. */
export function Below({ words, classes, posts, trainers, posted }: Props) {
  return (
    <>
      <Suspense>
        <Services names={words.serviceNames} lines={words.serviceLines} />
      </Suspense>
      <Suspense>
        <AboutUs points={words.points} />
      </Suspense>
      <Suspense>
        <FeaturedClasses classes={classes} />
      </Suspense>
      <Suspense>{words.voices.length > 0 && <Voices voices={words.voices} />}</Suspense>
      <Suspense>
        <LatestPosts posts={posts} />
      </Suspense>
      <Suspense>
        <Newsletter posted={posted} />
      </Suspense>
      <Suspense>
        <FirstTrainers trainers={trainers} />
      </Suspense>
    </>
  )
}
