import { randomUUID } from 'node:crypto'
import { Form, Link, redirect, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePerson } from '#domain/actor.ts'
import { addChild } from '#domain/members/add-child.server.ts'
import { signInAge } from '#domain/members/guardians.rules.ts'
import {
  actForMember,
  actForOneself,
  listInCare,
  type MemberInCare,
} from '#domain/members/guardians.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/family.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('family.heading'))

export const loader = createLoader(async ({ actor, url }: Route.LoaderArgs & LoaderContext) => {
  const person = requirePerson(actor)
  const actsForId = person.guardian ? person.id : null
  const [memberId, to] = [url.searchParams.get('member'), safeReturnPath(url.searchParams.get('to'))]
  if (memberId !== null && memberId === actsForId) throw redirect(to)
  const inCare = await listInCare(actor)
  const asked = inCare.find(({ id }) => id === memberId)
  return {
    actsForId,
    inCare,
    /** The member and the page of a letter to their guardian. */
    asked: asked ? { ...asked, to } : null,
    // one id for each opened form, so that a double submission adds one child
    id: randomUUID(),
  }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePerson(actor)
  const { fields } = await readForm()
  const field = (name: string) => fields.get(name) ?? ''
  const next = (otherwise: string) => (fields.has('to') ? safeReturnPath(fields.get('to')) : otherwise)
  switch (readIntent(fields, ['act', 'self', 'add'])) {
    case 'act': {
      const { name } = await actForMember(actor, field('memberId'))
      return redirectWithToast(next('/dashboard'), { text: t('family.youActFor', { name }) })
    }
    case 'self':
      await actForOneself(actor)
      return redirectWithToast(next('/dashboard/family'), { text: t('family.youActForYourself') })
    case 'add': {
      const child = { id: field('id'), name: field('name'), birthDate: field('birthDate') }
      const { name } = await addChild(actor, child)
      return redirectWithToast('/dashboard/family', { text: t('family.isAMember', { name }) })
    }
  }
})

export { clientAction } from '#app/forms/client-action.ts'

/** The people for whom a guardian books and pays. */
export default function Family({ loaderData, actionData }: Route.ComponentProps) {
  const { inCare, asked, actsForId, id } = loaderData
  return (
    <>
      <h1>{t('family.heading')}</h1>
      <p className="subtitle">{t('family.whatAGuardianDoes')}</p>
      {asked && (
        <section className="panel">
          <header>
            <h2>{t('family.thisIsAbout', { name: asked.name })}</h2>
          </header>
          <Form method="post" className="stack tight">
            <HiddenFields values={{ intent: 'act', memberId: asked.id, to: asked.to }} />
            <p>{t('family.toOpenIt', { name: asked.name })}</p>
            <div className="button-row">
              <Button variant="primary">{t('family.actForPerson', { name: asked.name })}</Button>
            </div>
          </Form>
        </section>
      )}
      {inCare.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('family.youBookAndPay')}</h2>
          </header>
          <ul className="todo">
            {inCare.map((member) => (
              <InCare key={member.id} member={member} isActedFor={member.id === actsForId} />
            ))}
          </ul>
        </section>
      )}
      {actsForId === null && <AddChild id={id} problem={problemOf(actionData)} key={inCare.length} />}
    </>
  )
}

function InCare({ member, isActedFor }: { member: MemberInCare; isActedFor: boolean }) {
  const { id, name, age, until } = member
  return (
    <li>
      <div>
        <b className="anywhere">{name}</b>
        <p>
          {[
            age !== null && t('family.age', { age }),
            until !== null && t('family.until', { day: formatDate(until, 'UTC') }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        {(age === null || age >= signInAge) && (
          <Link to={`/dashboard/claimCode/${id}`}>{t('family.giveASignIn', { name })}</Link>
        )}
      </div>
      <Form method="post" className="push-end">
        <input type="hidden" name="intent" value={isActedFor ? 'self' : 'act'} />
        <input type="hidden" name="memberId" value={id} />
        <Button small aria-label={isActedFor ? undefined : t('family.actForPerson', { name })}>
          {isActedFor ? t('family.actForYourself') : t('family.actFor')}
        </Button>
      </Form>
    </li>
  )
}

function AddChild({ id, problem }: { id: string; problem: Problem | null }) {
  const pending = useNavigation().formData?.get('intent') === 'add'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const field = (name: string) => ({ name, defaultValue: typed?.get(name) ?? '', error: errors[name] })
  return (
    <section className="panel">
      <header>
        <h2>{t('family.addAChild')}</h2>
      </header>
      <CheckedForm problem={problem} className="stack tight">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="id" value={typed?.get('id') ?? id} />
        <div className="two">
          <TextField label={t('family.name')} {...field('name')} autoComplete="off" required />
          <DateField label={t('family.born')} {...field('birthDate')} autoComplete="off" required />
        </div>
        <div className="button-row">
          <Button pending={pending}>{t('family.add')}</Button>
        </div>
      </CheckedForm>
    </section>
  )
}
