import { redirect } from 'react-router'
import { listCoverToGive, takeCover } from '#domain/lessons/covers.server.ts'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { BackToIndex } from '#app/pages/dashboard/back-to-index.tsx'
import { CoverWanted } from './cover-wanted.tsx'
import type { Route } from './+types/covers.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Cover wanted')

export const loader = load(async ({ actor, page: { club } }: Route.LoaderArgs & Caller) => ({
  ...(await listCoverToGive(actor)),
  timeZone: club.timeZone,
}))

export const action = act(async ({ actor, readForm }: Route.ActionArgs & Sender) => {
  const { fields } = await readForm()
  await takeCover(actor, fields.get('lessonId') ?? '')
  const text = 'You give this hour. Its member has a letter.'
  return redirect('/dashboard', { headers: { 'Set-Cookie': await leaveFlash({ text }) } })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export const shouldRevalidate = reloadAfterRefusal

export default function Covers({ loaderData, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <BackToIndex />
      <h1>Cover wanted</h1>
      <p className="subtitle">Hours of trainers who are away. Whoever takes one first gives it.</p>
      {message && <FormError>{message}</FormError>}
      <section className="panel" aria-label="Hours">
        {loaderData.hours.length + loaderData.clashes === 0 ? (
          <EmptyState heading="Nobody needs cover">
            When a trainer is away, the hours that you could give appear here.
          </EmptyState>
        ) : (
          <CoverWanted {...loaderData} />
        )}
      </section>
    </>
  )
}
