import { CalendarPlus, ChevronRight, KeyRound, PencilLine, UserMinus, type IconNode } from 'lucide'
import { Link } from 'react-router'
import type { Role } from '#db/tables.ts'
import { LinkButton } from '#app/components/button.tsx'
import { firstName } from '#words/phrases.ts'
import { texts } from '#words/texts.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  person: { id: string; name: string; email: string; role: Role }
  /** Something of theirs waits to be paid, which is what comes first then. */
  hasHold: boolean
  hasMail: boolean
  canClose: boolean
  /** The address of a question, such as `close`, which leaves the lists of the page where they are. */
  askAt: (question: string) => string
}

/** What the office can do for somebody. What cannot be taken back asks first, in a dialog with an address of its own. */
export function ForPerson({ person, hasHold, hasMail, canClose, askAt }: Props) {
  const { id, name, email, role } = person
  const stepDown = stepDownOf(role)
  return (
    <aside className="summary still acts-side" aria-labelledby="for-person">
      <h2 className="head" id="for-person">
        For {firstName(name)}
      </h2>
      {!hasHold && (
        <LinkButton to={`/dashboard/bookFor/${id}`} variant="primary" wide className="above-3">
          Book an hour
        </LinkButton>
      )}
      <ul className="acts-list">
        {hasHold && <Act to={`/dashboard/bookFor/${id}`} name="Book an hour" icon={CalendarPlus} />}
        {hasMail && <Act to={askAt('link')} name="Send a link for a new password" icon={KeyRound} />}
        <li>
          <a href={`mailto:${email}`}>
            Write to them
            <Icon of={PencilLine} />
          </a>
        </li>
        {stepDown && <Act to={askAt('step-down')} name={stepDown} icon={ChevronRight} />}
        {canClose && <Act to={askAt('close')} name="Delete the account" icon={UserMinus} isBad />}
      </ul>
      <p className="note above-3">
        {!hasMail && 'This club sends no mail: the operator makes links for new passwords. '}
        Everything you do here is in the audit log, and {firstName(name)} reads it in the{' '}
        {texts.activityLog.heading}
        {hasMail && ' and by mail'}.
      </p>
    </aside>
  )
}

const stepDownOf = (role: Role) =>
  role === 'trainer' ? 'Retire from training' : role === 'applied' ? 'Take back the application' : null

type ActProps = { to: string; name: string; icon: IconNode; isBad?: boolean }

const Act = ({ to, name, icon, isBad = false }: ActProps) => (
  <li>
    <Link to={to} preventScrollReset={to.startsWith('?')} className={isBad ? 'bad' : undefined}>
      {name}
      <Icon of={icon} />
    </Link>
  </li>
)
