import { randomUUID } from 'node:crypto'
import { Check, ChevronDown } from 'lucide'
import { Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TelephoneLink } from '#app/components/telephone-link.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
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
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { addMember } from '#domain/members/add-member.server.ts'
import { signInAge } from '#domain/members/guardians.rules.ts'
import type { SimilarMember } from '#domain/members/similar-members.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/new-member.ts'

const heading = () => t('newMember.newMember')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

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
      newsletterConsent: fields.has('consent') ? { origin: t('newMember.atTheDesk') } : null,
      asksAboutSimilar: !fields.has('isNew'),
    },
    file && file.bytes.length > 0 ? { bytes: file.bytes, address: page.address } : null,
  )
  const to = intent === 'book' ? `/dashboard/bookFor/${id}` : `/dashboard/members/${id}`
  return redirectWithToast(to, { text: t('newMember.isAMember', { name }) })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Adds a walk-in: the name is enough. */
export default function NewMember({ loaderData: { id }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const similar = (problem?.facts.similar ?? []) as SimilarMember[]
  return (
    <>
      <BackLink to="/dashboard/members">{t('newMember.members')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('newMember.theNameIsEnough')}</p>
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
  const optional = { aside: t('newMember.optional'), autoComplete: 'off' }
  return (
    <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
      <input type="hidden" name="id" value={typed?.get('id') ?? id} />
      <div className="two">
        <TextField label={t('form.name')} {...field('name')} autoComplete="off" autoFocus required />
        <TextField label={t('newMember.telephone')} {...field('telephone')} {...optional} type="tel" />
      </div>
      <div className="two">
        <TextField
          label={t('form.email')}
          {...field('contactEmail')}
          {...optional}
          type="email"
          hint={t('newMember.aFamilyMayShare')}
        />
        <DateField label={t('newMember.born')} {...field('birthDate')} {...optional} />
      </div>
      <TextField
        label={t('newMember.adultWhoBooksAnd')}
        {...field('guardian')}
        {...optional}
        aside={t('newMember.neededUnder', { signInAge })}
        hint={t('newMember.emailOrNumberOf')}
      />
      <TextField
        label={t('newMember.inAnEmergency')}
        {...field('emergencyContact')}
        {...optional}
        hint={t('newMember.nameAndTelephone')}
      />
      <PictureField
        label={t('newMember.photo')}
        aside={t('newMember.optional')}
        name="photo"
        capture="user"
        error={errors.photo}
      />
      <details>
        <summary className="text-button">
          <Icon of={ChevronDown} />
          {t('newMember.numberAddressAndNotes')}
        </summary>
        <div className="stack above-3">
          <div className="two">
            <TextField label={t('newMember.memberNumber')} {...field('memberNumber')} {...optional} />
            <TextField label={t('newMember.whatWeCallThem')} {...field('preferredName')} {...optional} />
          </div>
          <TextArea label={t('newMember.postalAddress')} {...field('postalAddress')} {...optional} rows={3} />
          <div className="two">
            <TextField
              label={t('newMember.tags')}
              {...field('tags')}
              {...optional}
              hint={t('newMember.separatedByCommas')}
            />
            <TextField
              label={t('newMember.language')}
              {...field('language')}
              {...optional}
              hint={t('newMember.suchAsEnOr')}
            />
          </div>
          <TextArea
            label={t('newMember.note')}
            {...field('note')}
            {...optional}
            rows={3}
            maxLength={bounds.memberNote.most}
            hint={t('newMember.whatTheNextOne')}
          />
        </div>
      </details>
      <label className="check">
        <input type="checkbox" name="consent" defaultChecked={typed?.has('consent')} />
        <span className="box">
          <Icon of={Check} />
        </span>
        {t('newMember.theyWantTheNewsletter')}
      </label>
      {hasSimilar && <input type="hidden" name="isNew" value="1" />}
      <div className="button-row">
        <Button variant="primary" tall name="intent" value="add" pending={sending === 'add'}>
          {hasSimilar ? t('newMember.addAsANew') : t('newMember.add')}
        </Button>
        <Button tall name="intent" value="book" pending={sending === 'book'}>
          {t('newMember.addAndBookAn')}
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
        {t('newMember.hereAlready')}
      </h2>
      <ul className="todo">
        {people.map(({ id, name, telephone, birthDate, email }) => (
          <li key={id}>
            <div>
              <b className="anywhere">{name}</b>
              <p className="anywhere">
                {telephone !== '' && <TelephoneLink telephone={telephone} />}
                {birthDate && t('newMember.born2', { birthDate: formatDate(birthDate, 'UTC') })}
                {email && ` ${email}`}
              </p>
              <Link to={`/dashboard/members/${id}`}>{t('newMember.open', { name })}</Link>
            </div>
          </li>
        ))}
      </ul>
      <p className="note">{t('newMember.theSameTelephoneEmail')}</p>
    </aside>
  )
}
