import { useLocation, useNavigation } from 'react-router'
import { requireRole } from '#domain/actor.ts'
import { findQuestioned, takeDown } from '#domain/moderation/moderation.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { redirectSaying } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { ObjectionFields } from '#app/pages/objection-fields.tsx'
import { beginningOf, withoutFullStop } from '#words/quotes.ts'
import type { Route } from './+types/take-down.ts'

const listOf = { post: '/forums', class: '/classes' }

/** Where it was found: among the reports, or in its public list. */
const back = (search: string, kind: keyof typeof listOf) =>
  new URLSearchParams(search).get('from') === 'reports' ? '/dashboard/reports' : listOf[kind]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Take down')

export const loader = load(async ({ actor, params: { kind, id } }: Route.LoaderArgs & Caller) =>
  findQuestioned(actor, kind, id),
)

export const action = act(
  async ({ actor, request, params: { kind, id }, readForm }: Route.ActionArgs & Sender) => {
    requireRole(actor, 'admin')
    const { fields } = await readForm()
    const input = { reason: fields.get('reason') ?? '', words: fields.get('words') ?? '' }
    const taken = await takeDown(actor, kind, id, input)
    const told = taken.isHere ? `; ${taken.authorName} is told why` : ''
    const text = `The ${taken.kind} is taken down${told}.`
    return redirectSaying(back(new URL(request.url).search, taken.kind), { text })
  },
)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function TakeDown({
  loaderData: { kind, words, authorName, isHere },
  actionData,
}: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const { search } = useLocation()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <h1>Take down a {kind}</h1>
      <p className="subtitle">
        “{withoutFullStop(beginningOf(words, 160))}”, by {authorName}. It goes for everybody at once, and
        cannot be brought back.
      </p>
      <CheckedForm problem={problem} className="stack voice-form">
        <ObjectionFields
          label="Why"
          whoReads={isHere ? `${authorName} reads them` : 'only admins read them'}
          problem={problem}
        />
        <div className="button-row">
          <Button variant="danger" pending={pending}>
            Take it down
          </Button>
          <LinkButton to={back(search, kind)}>Leave it</LinkButton>
        </div>
      </CheckedForm>
    </>
  )
}
