import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { pageFromUrl } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { requirePerson } from '#domain/actor.ts'
import { readGreetingName } from '#domain/members/profile.server.ts'
import { can } from '#domain/permissions.ts'
import type { Route } from './+types/dashboard-start.ts'
import { loadAdminOverview } from './admin-overview.server.ts'
import { AdminOverview } from './admin-overview.tsx'
import { loadMemberOverview } from './member-overview.server.ts'
import { MemberOverview } from './member-overview.tsx'
import { loadReceptionOverview } from './reception-overview.server.ts'
import { ReceptionOverview } from './reception-overview.tsx'
import { loadTrainerOverview } from './trainer-overview.server.ts'
import { TrainerOverview } from './trainer-overview.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.sideMenu.dashboard)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = requirePerson(actor)
    const timeZone = club.timeZone
    const greeting = readGreetingName(person.guardian ?? person)
    if (can(person, 'office.overview')) {
      const [name, overview] = await Promise.all([greeting, loadAdminOverview(person)])
      return { role: 'admin', name, timeZone, ...overview } as const
    }
    if (can(person, 'desk.use')) {
      const [name, overview] = await Promise.all([greeting, loadReceptionOverview(person)])
      return { role: 'reception', name, timeZone, ...overview } as const
    }
    if (can(person, 'lessons.give')) {
      const [name, overview] = await Promise.all([greeting, loadTrainerOverview(person)])
      return { role: 'trainer', name, timeZone, ...overview } as const
    }
    const [name, overview] = await Promise.all([greeting, loadMemberOverview(person, pageFromUrl(request))])
    return { role: 'member', name, timeZone, ...overview } as const
  },
)

/** The dashboard's index, one for each role. */
export default function Today({ loaderData }: Route.ComponentProps) {
  if (loaderData.role === 'admin') return <AdminOverview {...loaderData} />
  if (loaderData.role === 'reception') return <ReceptionOverview {...loaderData} />
  if (loaderData.role === 'trainer') return <TrainerOverview {...loaderData} />
  return <MemberOverview {...loaderData} />
}
