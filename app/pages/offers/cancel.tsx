import { redirect, useNavigation } from 'react-router'
import { requestCancellation } from '#domain/memberships/cancel-by-email.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/cancel.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Cancel contracts here')

export const loader = createLoader(async ({ request }: Route.LoaderArgs & LoaderContext) => ({
  isSent: new URL(request.url).searchParams.has('sent'),
}))

export const action = createAction(async ({ page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  await requestCancellation({ email: fields.get('email') ?? '' }, page.address)
  return redirect('/cancel?sent')
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Cancel({ loaderData: { isSent }, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const problem = problemOf(actionData)
  if (isSent)
    return (
      <div className="wrap section-below buy">
        <h1 className="display">Received</h1>
        <p className="lead">
          If a membership belongs to this address, it is cancelled, and an email with its last day is on the
          way. If none arrives in a few minutes, please check the address, or ask at the desk.
        </p>
        <LinkButton to="/">Go to the home page</LinkButton>
      </div>
    )
  return (
    <div className="wrap section-below buy">
      <h1 className="display">Cancel contracts here</h1>
      <p className="lead">
        Your membership then ends with the first possible day. You keep your classes until then, and nothing
        is charged after it. No sign-in and no reason is needed.
      </p>
      <CheckedForm problem={problem} className="stack">
        <TextField
          label="Email of your membership"
          name="email"
          type="email"
          autoComplete="email"
          error={fieldMessages(problem).email}
          defaultValue={submittedValues(problem)?.get('email') ?? ''}
          required
        />
        <div className="button-row">
          <Button variant="primary" tall pending={pending}>
            Cancel now
          </Button>
        </div>
      </CheckedForm>
    </div>
  )
}
