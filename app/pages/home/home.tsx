import { ArrowRight } from 'lucide'
import { Suspense, type ReactNode } from 'react'
import { Link, replace } from 'react-router'
import { fitLines } from '#app/components/fit-headline.ts'
import { Icon } from '#app/components/icon.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { setFlash } from '#app/frame/toast-cookie.server.ts'
import { classCardOf } from '#app/pages/classes/class-card-of.ts'
import { postCardOf } from '#app/pages/forum/post-card-of.ts'
import { nextTimeOf } from '#app/pages/timetable/next-time-of.ts'
import { texts } from '#copy/texts.ts'
import { sinceYear, type ClubFacts } from '#domain/club/club-facts.rules.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import { splitHeadline } from '#domain/club/split-club-texts.rules.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { loadHome, type HomeStats, type HomeSection } from '#domain/overview/home.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { limitNewsletter } from '#platform/rate-limits/rate-limits.ts'
import type { Route } from './+types/home.ts'
import { AboutUs } from './about-us.tsx'
import { FeaturedClasses } from './featured-classes.tsx'
import { FirstTrainers } from './first-trainers.tsx'
import { Hero } from './hero.tsx'
import { loadHoursBand, type HoursBandProps } from './hours-band.server.ts'
import { HoursBand, NextFreeHours } from './hours-band.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { NewBookingBanner } from './new-booking-banner.tsx'
import { dismissNewBooking, readNewBooking } from './new-booking.server.ts'
import { Newsletter } from './newsletter.tsx'
import { NextClasses } from './next-classes.tsx'
import { Services } from './services.tsx'
import { Testimonials } from './testimonials.tsx'

const describe = (club: ClubFacts) => t('home.description', { since: sinceYear(club) })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.navigation.home, describe, {
    facts: (club) => ({
      '@type': 'ExerciseGym',
      name: club.name,
      description: describe(club),
      url: `${club.publicUrl}/`,
      ...(club.company && { legalName: club.company }),
      ...(club.address && { address: club.address.replaceAll('\n', ', ') }),
      ...(club.telephone && { telephone: club.telephone }),
      ...(club.email && { email: club.email }),
      ...(club.openSince !== null && { foundingDate: String(club.openSince) }),
      ...(club.openingSpecification.length > 0 && {
        openingHoursSpecification: club.openingSpecification,
      }),
      ...(club.closures.length > 0 && {
        specialOpeningHoursSpecification: club.closures.map(({ fromDay, untilDay }) => ({
          '@type': 'OpeningHoursSpecification',
          validFrom: fromDay,
          validThrough: untilDay,
          // equal times mean closed all day
          opens: '00:00',
          closes: '00:00',
        })),
      }),
    }),
  })

/** The length of a headline’s lines in em. */
const headlineMeasure = 6.65

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [{ nextClasses, classes, posts, trainers, stats }, hours, { headlines, ...words }, newBooking] =
      await Promise.all([
        loadHome(),
        loadHoursBand(club.timeZone),
        readClubCopy(),
        readNewBooking(actor, request),
      ])
    return {
      newBooking,
      hours: club.opensOn === null ? hours : null,
      words,
      headlines: headlinesOf(club, headlines).map((lines) => ({
        text: lines.join(' '),
        lines: fitLines(lines, headlineMeasure),
      })),
      nextClasses:
        contentOf(nextClasses)?.map((next) => ({
          id: next.id,
          title: next.title,
          by: `${firstName(next.trainerName)}, ${next.roomName}`,
          ...nextTimeOf(next),
        })) ?? [],
      classes: contentOf(classes)?.map(classCardOf) ?? null,
      posts: contentOf(posts)?.map((post) => postCardOf(post, club.timeZone)) ?? null,
      trainers: contentOf(trainers),
      stats: contentOf(stats),
    }
  },
)

export const action = createAction(async ({ page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  if (readIntent(fields, ['subscribe', 'close']) === 'close')
    return replace('/', { headers: { 'Set-Cookie': await dismissNewBooking(fields.get('bookingId') ?? '') } })
  await limitNewsletter(page.address)
  const { name } = await subscribe({
    name: fields.get('name') ?? '',
    email: fields.get('email') ?? '',
  })
  // without a fragment: React Router would add the prefix of `/de#newsletter` twice
  return replace('/', {
    headers: { 'Set-Cookie': await setFlash({ text: texts.home.subscribed(name) }) },
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Returns the lines of each headline; before the opening the first one announces it. */
function headlinesOf({ opensOn }: ClubFacts, headlines: string[]): string[][] {
  const [first = '', ...others] = headlines
  const announced = opensOn && [
    t('home.opening.1'),
    opensOn === 'soon' ? t('home.opening.soon') : t('home.opening.2', { day: formatDate(opensOn, 'UTC') }),
  ]
  return [announced || splitHeadline(first), ...others.map(splitHeadline)]
}

/** Returns the content of a section; null when it could not be loaded. */
const contentOf = <Content,>(section: HomeSection<Content>): Content | null =>
  section.state === 'ready' ? section.content : null

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { newBooking, hours, words, headlines, nextClasses, classes, posts, trainers, stats } = loaderData
  const { club } = useLayoutProps()
  const isOpen = club.opensOn === null
  // a club without anything yet, or before its opening, shows no empty section
  const isNew = [classes, posts, trainers].every((list) => list?.length === 0)
  const isRunning = isOpen && !isNew
  const isShown = (list: unknown[] | null) => isRunning || list?.length !== 0
  const newsletter = (
    <Suspense>
      <Newsletter posted={problemOf(actionData)} isOpen={isOpen} />
    </Suspense>
  )
  return (
    <>
      <h1 className="visually-hidden">
        {t('home.heading', { clubName: club.name, since: sinceYear(club) })}
      </h1>
      {newBooking && <NewBookingBanner {...newBooking} />}
      <Hero
        headlines={headlines}
        taglines={words.taglines}
        lowestPriceCents={stats?.lowestPriceCents ?? null}
      />
      {stats && <Facts stats={stats} openSince={club.openSince} next={hours?.next ?? null} />}
      {!isRunning && newsletter}
      <Suspense>{nextClasses.length > 0 && <NextClasses classes={nextClasses} />}</Suspense>
      <Suspense>{hours && <HoursBand {...hours} />}</Suspense>
      {/* sections hydrate one by one, so that a phone stays responsive in between */}
      <Suspense>{isRunning && <Services names={words.serviceNames} lines={words.serviceLines} />}</Suspense>
      <Suspense>
        <AboutUs points={words.points} />
      </Suspense>
      <Suspense>{isShown(classes) && <FeaturedClasses classes={classes} />}</Suspense>
      <Suspense>
        {words.testimonials.length > 0 && <Testimonials testimonials={words.testimonials} />}
      </Suspense>
      <Suspense>{isShown(posts) && <LatestPosts posts={posts} />}</Suspense>
      {isRunning && newsletter}
      <Suspense>{(isOpen || isShown(trainers)) && <FirstTrainers trainers={trainers} />}</Suspense>
    </>
  )
}

type FactsProps = { stats: HomeStats; openSince: number | null; next: HoursBandProps['next'] }

function Facts({ stats: { trainers, classes, lowestPriceCents }, openSince, next }: FactsProps) {
  return (
    <div className="facts">
      <div className="wrap">
        <ul>
          {openSince !== null && (
            <Fact to="/about" value={openSince}>
              {t('home.openSince')}
            </Fact>
          )}
          {trainers > 0 && (
            <Fact to="/trainers" value={trainers}>
              {t('home.trainerCount', { count: trainers })}
            </Fact>
          )}
          {classes > 0 && (
            <Fact to="/classes" value={classes}>
              {t('home.classCount', { count: classes })}
            </Fact>
          )}
          {lowestPriceCents !== null && (
            <Fact to="/membership-plans" value={formatMoney(lowestPriceCents)}>
              {t('home.fromPrice')}
            </Fact>
          )}
        </ul>
      </div>
      {next && <NextFreeHours {...next} />}
    </div>
  )
}

/** A figure with a link to its page. */
function Fact({ to, value, children }: { to: string; value: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>
        <b>{value}</b>{' '}
        <span>
          {children}
          <Icon of={ArrowRight} />
        </span>
      </Link>
    </li>
  )
}
