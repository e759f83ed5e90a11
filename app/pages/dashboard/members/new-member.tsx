import { randomUUID } from 'node:crypto'
import { Check, ChevronDown } from 'lucide'
import { Link, useNavigation } from 'react-router'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { signInAge } from '#domain/members/guardians.rules.ts'
import type { SimilarMember } from '#domain/members/similar-members.server.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TelephoneLink } from '#app/components/telephone-link.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { PictureField } from '#app/forms/picture-field.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { formatDate } from '#format/date-time.ts'
import type { Route } from './+types/new-member.ts'

const heading = 'New member'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'members.add')
  // one id for each opened form, so that a double submission adds one member
  return { id: randomUUID() }
})

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'members.add')
  const { fields, file } = await readForm('photo')
  const intent = readIntent(fields, ['add', 'book'])
  const field = (name: string) => fields.get(name) ?? ''
  const { id, name } = await addMember(
    actor,
    {
      id: field('id') || undefined,
      name: field('name'),
      telephone: field('telephone'),
      contactEmail: field('contactEmail'),
      birthDate: field('birthDate'),
      guardian: field('guardian'),
      emergencyContact: field('emergencyContact'),
      memberNumber: field('memberNumber'),
      preferredName: field('preferredName'),
      postalAddress: field('postalAddress'),
      language: field('language'),
      tags: field('tags'),
      note: field('note'),
      newsletterConsent: fields.has('consent') ? { origin: 'At the desk' } : null,
      asksAboutSimilar: !fields.has('isNew'),
    },
    file && file.bytes.length > 0 ? { bytes: file.bytes, address: page.address } : null,
  )
  const to = intent === 'book' ? `/dashboard/bookFor/${id}` : `/dashboard/members/${id}`
  return redirectWithToast(to, { text: `${name} is a member.` })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Adds a walk-in: the name is enough. */
export default function NewMember({ loaderData: { id }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const similar = (problem?.facts.similar ?? []) as SimilarMember[]
  return (
    <>
      <BackLink to="/dashboard/members">Members</BackLink>
      <h1>{heading}</h1>
      <p className="subtitle">The name is enough. Everything else can follow.</p>
      <div className="with-side above-6">
        <NewMemberForm id={id} problem={problem} hasSimilar={similar.length > 0} />
        {similar.length > 0 && <Similar people={similar} />}
      </div>
    </>
  )
}

type FormProps = { id: string; problem: Problem | null; hasSimilar: boolean }

function NewMemberForm({ id, problem, hasSimilar }: FormProps) {
  const navigation = useNavigation()
  const sending = navigation.formMethod === 'POST' ? navigation.formData?.get('intent') : undefined
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const field = (name: string) => ({ name, defaultValue: typed?.get(name) ?? '', error: errors[name] })
  const optional = { aside: 'optional', autoComplete: 'off' }
  return (
    <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
      <input type="hidden" name="id" value={typed?.get('id') ?? id} />
      <div className="two">
        <TextField label="Name" {...field('name')} autoComplete="off" autoFocus required />
        <TextField label="Telephone" {...field('telephone')} {...optional} type="tel" />
      </div>
      <div className="two">
        <TextField
          label="Email"
          {...field('contactEmail')}
          {...optional}
          type="email"
          hint="A family may share one. Without it, the desk calls them."
        />
        <TextField label="Born" {...field('birthDate')} {...optional} type="date" />
      </div>
      <TextField
        label="Adult who books and pays for them"
        {...field('guardian')}
        {...optional}
        aside={`needed under ${signInAge}`}
        hint="Email or number of a member."
      />
      <TextField
        label="In an emergency"
        {...field('emergencyContact')}
        {...optional}
        hint="Name and telephone."
      />
      <PictureField label="Photo" aside="optional" name="photo" capture="user" error={errors.photo} />
      <details>
        <summary>
          <Icon of={ChevronDown} />
          Number, address and notes
        </summary>
        <div className="stack above-3">
          <div className="two">
            <TextField label="Member number" {...field('memberNumber')} {...optional} />
            <TextField label="What we call them" {...field('preferredName')} {...optional} />
          </div>
          <TextArea label="Postal address" {...field('postalAddress')} {...optional} rows={3} />
          <div className="two">
            <TextField label="Tags" {...field('tags')} {...optional} hint="Separated by commas." />
            <TextField label="Language" {...field('language')} {...optional} hint="Such as en or de." />
          </div>
          <TextArea
            label="Note"
            {...field('note')}
            {...optional}
            rows={3}
            maxLength={bounds.memberNote.most}
            hint="What the next one at the desk should know. Nothing about health."
          />
        </div>
      </details>
      <label className="check">
        <input type="checkbox" name="consent" defaultChecked={typed?.has('consent')} />
        <span className="box">
          <Icon of={Check} />
        </span>
        They want the newsletter, and said so.
      </label>
      {hasSimilar && <input type="hidden" name="isNew" value="1" />}
      <div className="button-row">
        <Button variant="primary" tall name="intent" value="add" pending={sending === 'add'}>
          {hasSimilar ? 'Add as a new person' : 'Add'}
        </Button>
        <Button tall name="intent" value="book" pending={sending === 'book'}>
          Add and book an hour
        </Button>
      </div>
    </CheckedForm>
  )
}

/** Members who may be the same person. */
function Similar({ people }: { people: SimilarMember[] }) {
  return (
    <aside className="summary still" aria-labelledby="similar">
      <h2 className="head" id="similar">
        Here already?
      </h2>
      <ul className="todo">
        {people.map(({ id, name, telephone, birthDate, email }) => (
          <li key={id}>
            <div>
              <b className="anywhere">{name}</b>
              <p className="anywhere">
                {telephone !== '' && <TelephoneLink telephone={telephone} />}
                {birthDate && ` born ${formatDate(birthDate, 'UTC')}`}
                {email && ` ${email}`}
              </p>
              <Link to={`/dashboard/members/${id}`}>Open {name}</Link>
            </div>
          </li>
        ))}
      </ul>
      <p className="note">The same telephone, email or name, or the same birthday and a name alike.</p>
    </aside>
  )
}
