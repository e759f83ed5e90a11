import { redirect, useNavigation } from 'react-router'
import { objections } from '#domain/moderation/moderation.input.ts'
import { findReportable, reportPost } from '#domain/moderation/reports.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, typedIn } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { bounds } from '#words/bounds.ts'
import { beginningOf } from '#words/format.ts'
import type { Route } from './+types/report-post.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Report a post')

export const loader = load(async ({ actor, params: { id } }: Route.LoaderArgs & Caller) =>
  findReportable(actor, id),
)

export const action = act(async ({ actor, params: { id }, readForm }: Route.ActionArgs & Sender) => {
  const { fields } = await readForm()
  await reportPost(actor, id, { reason: fields.get('reason') ?? '', words: fields.get('words') ?? '' })
  const headers = { 'Set-Cookie': await leaveFlash({ text: 'Thank you. An admin looks at the post.' }) }
  return redirect('/forums', { headers })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function ReportPost({ loaderData, actionData, params }: Route.ComponentProps) {
  const { words, authorName, isOwn, isReported } = loaderData
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  const pending = useNavigation().formMethod === 'POST'
  const back = `/forums?post=${params.id}`
  return (
    <div className="wrap section-below">
      <PageHead lines={['Report a post']}>
        <p className="anywhere">
          “{beginningOf(words, 160).replace(/\.$/, '')}”, by {authorName}.
        </p>
      </PageHead>
      {isOwn || isReported ? (
        <>
          <p className="lead">
            {isOwn
              ? 'It is yours: you can change or delete it.'
              : 'You have reported it already. An admin looks at it.'}
          </p>
          <div className="button-row above-5">
            <LinkButton to={isOwn ? '/dashboard/addNewForum' : back}>
              {isOwn ? 'Go to your posts' : 'Back to the forum'}
            </LinkButton>
          </div>
        </>
      ) : (
        <CheckedForm problem={problem} className="stack voice-form">
          <SelectField
            label="What is wrong with it"
            name="reason"
            defaultValue={typed?.get('reason') ?? ''}
            options={[
              { value: '', label: 'Choose a reason' },
              ...objections.map((value) => ({ value, label: value })),
            ]}
            error={errors.reason}
          />
          <TextArea
            label="In your words"
            aside="only admins read them"
            name="words"
            maxLength={bounds.takeDownWords.most}
            defaultValue={typed?.get('words') ?? ''}
            error={errors.words}
          />
          <div className="button-row">
            <Button variant="primary" pending={pending}>
              Report it
            </Button>
            <LinkButton to={back}>Leave it</LinkButton>
          </div>
        </CheckedForm>
      )}
    </div>
  )
}
