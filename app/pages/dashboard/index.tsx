import { requirePerson } from '#domain/actor.ts'
import { load, type Caller } from '#app/frame/handlers.server.ts'
import { texts } from '#words/texts.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { loadAdminIndex } from './admin/index.server.ts'
import { AdminIndex } from './admin/admin-index.tsx'
import { loadMemberIndex } from './member/index.server.ts'
import { MemberIndex } from './member/member-index.tsx'
import { pageOf } from './paging.ts'
import { loadTrainerIndex } from './trainer/index.server.ts'
import { TrainerIndex } from './trainer/trainer-index.tsx'
import type { Route } from './+types/index.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.sideMenu.dashboard)

export const loader = load(async ({ actor, request, page: { club } }: Route.LoaderArgs & Caller) => {
  const person = requirePerson(actor)
  const frame = { name: person.name, timeZone: club.timeZone }
  if (person.role === 'admin') return { role: 'admin', ...frame, ...(await loadAdminIndex(person)) } as const
  if (person.role === 'trainer')
    return { role: 'trainer', ...frame, ...(await loadTrainerIndex(person)) } as const
  return { role: 'member', ...frame, ...(await loadMemberIndex(person, pageOf(request))) } as const
})

/** What matters today, to each role its own. */
export default function Index({ loaderData }: Route.ComponentProps) {
  if (loaderData.role === 'admin') return <AdminIndex {...loaderData} />
  if (loaderData.role === 'trainer') return <TrainerIndex {...loaderData} />
  return <MemberIndex {...loaderData} />
}
