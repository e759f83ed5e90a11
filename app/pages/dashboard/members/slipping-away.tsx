import { Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Face } from '#app/components/face.tsx'
import { RouteModal } from '#app/components/route-modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import {
  fieldMessages,
  formMessage,
  problemOf,
  submittedValues,
  type Problem,
} from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { bounds } from '#domain/bounds.ts'
import { can } from '#domain/permissions.ts'
import {
  listSlippingAway,
  recordContact,
  type ContactedMember,
  type SlippingMember,
} from '#domain/visits/slipping-away.server.ts'
import { formatDay } from '#format/days.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/slipping-away.ts'
import { contactOutcome, slippingFacts, slippingSentence } from './slipping-wording.ts'

const heading = () => t('slippingAway.slippingAway')
const path = '/dashboard/slippingAway'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => ({
  ...(await listSlippingAway(actor)),
  contactId: new URL(request.url).searchParams.get('contact'),
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { name } = await recordContact(actor, fields.get('memberId') ?? '', {
    words: fields.get('words') ?? '',
  })
  return redirectWithToast(path, { text: t('slippingAway.notedIsOffThe', { name: firstName(name) }) })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Members who come less than they did, and those whom staff called or wrote to. */
export default function SlippingAwayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { toTalkTo, contacted, today, awayDays, contactId } = loaderData
  const { viewer } = useLayoutProps()
  const problem = problemOf(actionData)
  const asked = [...toTalkTo, ...contacted].find(({ memberId }) => memberId === contactId)
  const message = asked ? null : formMessage(problem)
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('slippingAway.membersWhoComeLess')}</p>
      {message && <FormError>{message}</FormError>}
      <section className="panel">
        <header>
          <h2>{t('slippingAway.toTalkTo')}</h2>
          {toTalkTo.length > 0 && (
            <span className="note">
              {t('slippingAway.personLongestAwayFirst', { count: toTalkTo.length })}
            </span>
          )}
        </header>
        {toTalkTo.length === 0 ? (
          <EmptyState heading={t('slippingAway.nobodyIsSlippingAway')} headingLevel={3}>
            {t('slippingAway.membersShowUpHere')}
          </EmptyState>
        ) : (
          <ul className="todo slipping">
            {toTalkTo.map((member, index) => (
              <Slipping key={member.memberId} member={member} today={today} isFirst={index === 0} />
            ))}
          </ul>
        )}
      </section>
      {contacted.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('slippingAway.inTouchLately')}</h2>
            <span className="note">{t('slippingAway.notListedFor14')}</span>
          </header>
          <ul className="todo slipping">
            {contacted.map((member) => (
              <Contacted key={member.noteId} member={member} />
            ))}
          </ul>
        </section>
      )}
      <p className="note above-5">
        {t('slippingAway.awayMeansLongerThan', { awayDays })}
        {can(viewer, 'club.settings') && (
          <Link to="/dashboard/policies">{t('slippingAway.changeTheDays', { awayDays })}</Link>
        )}
      </p>
      {asked && <ContactDialog member={asked} problem={problem} />}
    </>
  )
}

function MemberName({ memberId, name }: { memberId: string; name: string }) {
  const { viewer } = useLayoutProps()
  return can(viewer, 'members.read') ? (
    <Link className="anywhere" to={`/dashboard/members/${memberId}`}>
      {name}
    </Link>
  ) : (
    <b className="anywhere">{name}</b>
  )
}

type SlippingProps = { member: SlippingMember; today: string; isFirst: boolean }

function Slipping({ member, today, isFirst }: SlippingProps) {
  const { memberId, name, portrait, email, telephone } = member
  return (
    <li>
      <Face portrait={portrait} name={name} />
      <div>
        <MemberName memberId={memberId} name={name} />
        <p className="slipping-reason">{slippingSentence(member, today)}</p>
        <p>{slippingFacts(member, today)}</p>
      </div>
      <p className="slipping-ways">
        {email && (
          <a href={`mailto:${email}`} aria-label={t('slippingAway.writeTo', { name })}>
            {t('slippingAway.write')}
          </a>
        )}
        {telephone && (
          <a
            href={`tel:${telephone.replaceAll(/[^+\d]/g, '')}`}
            aria-label={t('slippingAway.call', { name })}
          >
            {t('slippingAway.call2')}
          </a>
        )}
      </p>
      <LinkButton small variant={isFirst ? 'primary' : 'outline'} to={`?contact=${memberId}`}>
        {t('slippingAway.iWasInTouch')}
        <span className="visually-hidden">{t('slippingAway.with', { name })}</span>
      </LinkButton>
    </li>
  )
}

function Contacted({ member }: { member: ContactedMember }) {
  const { memberId, name, portrait, words, by, on } = member
  return (
    <li>
      <Face portrait={portrait} name={name} />
      <div>
        <MemberName memberId={memberId} name={name} />
        <p className="slipping-reason anywhere">
          {by === null ? '' : `${firstName(by)}, `}
          {formatDay(on)}: “{words}”
        </p>
        <p>{contactOutcome(member)}</p>
      </div>
      <Link className="row-link" to={`?contact=${memberId}`}>
        {t('slippingAway.addANote')}
        <span className="visually-hidden">{t('slippingAway.about', { name })}</span>
      </Link>
    </li>
  )
}

type DialogProps = { member: { memberId: string; name: string }; problem: Problem | null }

function ContactDialog({ member: { memberId, name }, problem }: DialogProps) {
  const pending = useNavigation().formMethod === 'POST'
  const message = formMessage(problem)
  return (
    <RouteModal closeTo={path} labelledBy="contact-heading" className="dialog">
      <h2 className="head" id="contact-heading">
        {t('slippingAway.youWereInTouch', { name: firstName(name) })}
      </h2>
      <p>{t('slippingAway.leavesThisListFor', { name: firstName(name) })}</p>
      <CheckedForm problem={problem} className="stack tight" preventScrollReset>
        <HiddenFields values={{ memberId }} />
        {message && <FormError>{message}</FormError>}
        <TextArea
          label={t('slippingAway.whatWasSaid')}
          name="words"
          rows={3}
          maxLength={bounds.memberNote.most}
          hint={t('slippingAway.staffReadItIt')}
          defaultValue={submittedValues(problem)?.get('words') ?? ''}
          error={fieldMessages(problem).words}
        />
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            {t('slippingAway.noteIt')}
          </Button>
          <LinkButton to={path}>{t('slippingAway.notNow')}</LinkButton>
        </div>
      </CheckedForm>
    </RouteModal>
  )
}
