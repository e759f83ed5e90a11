import {
  CalendarPlus,
  ChevronRight,
  ConciergeBell,
  HeartPulse,
  Merge,
  KeyRound,
  PencilLine,
  Tag,
  UserMinus,
  type IconNode,
} from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import type { Duty, Role } from '#db/tables.ts'
import { can } from '#domain/permissions.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = {
  person: {
    id: string
    name: string
    email: string | null
    contactEmail: string
    role: Role
    duty: Duty | null
  }
  /** Whether they have an unpaid hold, which then comes first. */
  hasHold: boolean
  hasMail: boolean
  canClose: boolean
  /** URL of a dialog, such as `close`, that keeps the pages of the lists. */
  dialogUrl: (dialog: string) => string
}

/** Actions of the office for a person. */
export function MemberActions({ person, hasHold, hasMail, canClose, dialogUrl }: Props) {
  const { id, name, email, contactEmail, role, duty } = person
  const address = email ?? contactEmail
  const { viewer } = useLayoutProps()
  const mayBook = can(viewer, 'bookings.forMembers')
  const stepDown = can(viewer, 'roles.change') && stepDownLabel(role)
  return (
    <aside className="summary still member-actions" aria-labelledby="for-person">
      <h2 className="head" id="for-person">
        {t('memberActions.for', { name: firstName(name) })}
      </h2>
      {mayBook && !hasHold && (
        <LinkButton to={`/dashboard/bookFor/${id}`} variant="primary" wide className="above-3">
          {t('memberActions.bookAnHour')}
        </LinkButton>
      )}
      <ul className="member-actions-list">
        {can(viewer, 'desk.use') && (
          <ActionLink to={`/dashboard/sell/${id}`} name={t('memberActions.sell')} icon={Tag} />
        )}
        {mayBook && hasHold && (
          <ActionLink
            to={`/dashboard/bookFor/${id}`}
            name={t('memberActions.bookAnHour')}
            icon={CalendarPlus}
          />
        )}
        {can(viewer, 'health.read') && (
          <ActionLink
            to={`/dashboard/healthAnswers/${id}`}
            name={t('health.answersAboutHealth')}
            icon={HeartPulse}
          />
        )}
        {can(viewer, 'members.merge') && (
          <ActionLink to={`/dashboard/mergeMember/${id}`} name={t('memberActions.merge')} icon={Merge} />
        )}
        {email === null && can(viewer, 'members.invite') && (
          <ActionLink
            to={`/dashboard/claimCode/${id}`}
            name={t('memberActions.giveASignIn')}
            icon={KeyRound}
          />
        )}
        {hasMail && email !== null && can(viewer, 'members.resetPassword') && (
          <ActionLink to={dialogUrl('link')} name={t('memberActions.sendAPasswordLink')} icon={KeyRound} />
        )}
        {address !== '' && (
          <li>
            <a href={`mailto:${address}`}>
              {t('memberActions.emailThem')}
              <Icon of={PencilLine} />
            </a>
          </li>
        )}
        {email !== null && role !== 'admin' && can(viewer, 'roles.change') && (
          <ActionLink
            to={dialogUrl('duty')}
            name={duty === null ? t('memberActions.putAtReception') : t('memberActions.takeReceptionAway')}
            icon={ConciergeBell}
          />
        )}
        {stepDown && <ActionLink to={dialogUrl('step-down')} name={stepDown} icon={ChevronRight} />}
        {canClose && (
          <ActionLink
            to={dialogUrl('close')}
            name={t('memberActions.deleteTheAccount')}
            icon={UserMinus}
            isBad
          />
        )}
      </ul>
      <p className="note above-3">
        {!hasMail && t('memberActions.thisClubSendsNo')}
        {t('memberActions.everythingYouDoHere', {
          name: firstName(name),
          heading: texts.activityLog.heading,
        })}
        {hasMail && address !== '' && t('memberActions.andByEmail')}.
      </p>
    </aside>
  )
}

const stepDownLabel = (role: Role) =>
  role === 'trainer'
    ? t('memberActions.retireAsATrainer')
    : role === 'applied'
      ? t('memberActions.withdrawTheApplication')
      : null

type ActionLinkProps = { to: string; name: string; icon: IconNode; isBad?: boolean }

const ActionLink = ({ to, name, icon, isBad = false }: ActionLinkProps) => (
  <li>
    <Link to={to} preventScrollReset={to.startsWith('?')} className={isBad ? 'bad' : undefined}>
      {name}
      <Icon of={icon} />
    </Link>
  </li>
)
