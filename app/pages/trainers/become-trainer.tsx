import { redirect } from 'react-router'
import { requirePerson } from '#domain/actor.ts'
import { DomainError } from '#domain/errors.ts'
import { storePicture } from '#domain/pictures/pictures.server.ts'
import { parseInput } from '#domain/input.ts'
import { applyToBeTrainer, findMyApplication } from '#domain/trainers/applications.server.ts'
import { applicationInput } from '#domain/trainers/trainers.input.ts'
import { readMultipart } from '#platform/multipart.ts'
import { PageHead } from '#app/components/section-head.tsx'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { problemOf, type Problem } from '#app/forms/form-problem.ts'
import { formatDate } from '#words/format.ts'
import { act, load, type Caller } from '#app/frame/handlers.server.ts'
import { texts } from '#words/texts.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { ApplicationForm, type Entered } from './application/application-form.tsx'
import { CannotApply, DeclinedNote, WaitingApplication } from './application/application-state.tsx'
import { splitSkills } from './application/skills-field.tsx'
import type { Route } from './+types/become-trainer.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.becomeTrainer.heading)

export const loader = load(async ({ actor, page }: Route.LoaderArgs & Caller) => {
  const { name, email, role, portrait } = requirePerson(actor)
  const found = await findMyApplication(actor)
  const application = found && {
    ...found,
    appliedOn: formatDate(found.appliedAt, page.club.timeZone),
  }
  return { name, email, role, portrait, application }
})

export const action = act(async ({ request, actor }: Route.ActionArgs & Caller) => {
  const person = requirePerson(actor)
  const { fields, file } = await readMultipart(request, { fileField: 'photo' })
  const entered = {
    name: fields.get('name') ?? '',
    yearsOfExperience: fields.get('yearsOfExperience') ?? '',
    hoursADay: fields.get('hoursADay') ?? '',
    weekdays: fields.getAll('weekdays'),
    skills: [...fields.getAll('skills'), ...splitSkills(fields.get('ownSkills') ?? '')],
  }
  await keepEntered(entered, async () => {
    // a picture is only kept when the rest is right
    parseInput(applicationInput, entered)
    const photo = file && (await keepPicture(person.id, file.bytes))
    await applyToBeTrainer(actor, { ...entered, photo })
  })
  return redirect('/beTrainer', {
    headers: { 'Set-Cookie': await leaveFlash({ text: texts.becomeTrainer.done }) },
  })
})

async function keepPicture(ownerId: string, bytes: Uint8Array): Promise<string> {
  try {
    return (await storePicture(ownerId, bytes)).id
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    throw new DomainError('invalid', error.message, { errors: { photo: [error.message] } })
  }
}

/** Sends what was entered back along with what is wrong, for a form that is shown anew. */
async function keepEntered(entered: Entered, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) error.facts.entered = entered
    throw error
  }
}

export default function BecomeTrainer({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role, portrait, application } = loaderData
  const problem = problemOf(actionData)
  const declined = application?.state === 'declined' ? application : null
  return (
    <div className="wrap">
      <PageHead lines={['Become', 'A Trainer']}>
        <p>Tell us who you are and which hours you keep. An admin reads it, usually within two days.</p>
      </PageHead>
      {(role === 'trainer' || role === 'admin') && <CannotApply role={role} />}
      {role === 'applied' && application && <WaitingApplication application={application} />}
      {role === 'member' && (
        <>
          {declined?.reason && <DeclinedNote reason={declined.reason} />}
          <ApplicationForm
            entered={enteredIn(problem) ?? firstEntries(name, declined)}
            email={email}
            portrait={portrait}
            problem={problem}
          />
        </>
      )}
    </div>
  )
}

const enteredIn = (problem: Problem | null) => problem?.facts.entered as Entered | undefined

/** An empty form, or the declined application to be bettered. */
function firstEntries(
  name: string,
  before: { yearsOfExperience: number; hoursADay: number; weekdays: string[]; skills: string[] } | null,
): Entered {
  if (before === null) return { name, yearsOfExperience: '', hoursADay: '6', weekdays: [], skills: [] }
  return {
    name,
    yearsOfExperience: String(before.yearsOfExperience),
    hoursADay: String(before.hoursADay),
    weekdays: before.weekdays,
    skills: before.skills,
  }
}
