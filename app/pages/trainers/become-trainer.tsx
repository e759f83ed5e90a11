import { PageHead } from '#app/components/section-head.tsx'
import { problemOf, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { texts } from '#copy/texts.ts'
import { requireOwnAccount } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import { storePhoto } from '#domain/pictures/pictures.server.ts'
import { applyToBeTrainer, findMyApplication } from '#domain/trainers/applications.server.ts'
import { applicationInput } from '#domain/trainers/trainers.input.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/become-trainer.ts'
import { ApplicationForm, type ApplicationValues } from './application/application-form.tsx'
import { CannotApply, DeclinedNote, WaitingApplication } from './application/application-state.tsx'
import { splitSkills } from './application/skills-field.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.becomeTrainer.heading)

export const loader = createLoader(async ({ actor, page }: Route.LoaderArgs & LoaderContext) => {
  const { name, email, role, portrait } = requireOwnAccount(actor)
  const [found, slotPriceCents] = await Promise.all([findMyApplication(actor), readSlotPriceCents()])
  const application = found && {
    ...found,
    appliedOn: formatDate(found.appliedAt, page.club.timeZone),
  }
  return { name, email, role, portrait, application, slotPriceCents }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const person = requireOwnAccount(actor)
  const { fields, file } = await readForm('photo')
  const entered = valuesOf(fields)
  // the picture is stored only when all other fields are valid
  parseInput(applicationInput, entered)
  const photo = file && (await storePhoto(person.id, file.bytes, file.sender)).id
  await applyToBeTrainer(actor, { ...entered, photo })
  return redirectWithToast('/beTrainer', { text: texts.becomeTrainer.done })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function BecomeTrainer({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, role, portrait, application, slotPriceCents } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const declined = application?.state === 'declined' ? application : null
  return (
    <div className="wrap">
      <PageHead lines={[t('becomeTrainer.become'), t('becomeTrainer.aTrainer')]}>
        <p>{t('becomeTrainer.tellUsWhoYou')}</p>
      </PageHead>
      {(role === 'trainer' || role === 'admin') && <CannotApply role={role} />}
      {role === 'applied' && application && (
        <WaitingApplication application={application} slotPriceCents={slotPriceCents} />
      )}
      {role === 'member' && (
        <>
          {declined?.reason && <DeclinedNote reason={declined.reason} />}
          <ApplicationForm
            entered={typed ? valuesOf(typed) : initialValues(name, declined)}
            email={email}
            portrait={portrait}
            slotPriceCents={slotPriceCents}
            problem={problem}
          />
        </>
      )}
    </div>
  )
}

const valuesOf = (form: URLSearchParams): ApplicationValues => ({
  name: form.get('name') ?? '',
  yearsOfExperience: form.get('yearsOfExperience') ?? '',
  hoursADay: form.get('hoursADay') ?? '',
  weekdays: form.getAll('weekdays'),
  skills: [...form.getAll('skills'), ...splitSkills(form.get('ownSkills') ?? '')],
})

/** Returns empty values, or those of the declined application. */
function initialValues(
  name: string,
  declined: { yearsOfExperience: number; hoursADay: number; weekdays: string[]; skills: string[] } | null,
): ApplicationValues {
  if (declined === null) return { name, yearsOfExperience: '', hoursADay: '6', weekdays: [], skills: [] }
  return {
    name,
    yearsOfExperience: String(declined.yearsOfExperience),
    hoursADay: String(declined.hoursADay),
    weekdays: declined.weekdays,
    skills: declined.skills,
  }
}
