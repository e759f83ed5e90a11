import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

type Props = {
  to: string
  children: string
  /** The card's title, for screen readers that list links. */
  about: string
}

/** The link below a card: `Show Detail`, `View Profile`. */
export function CardLink({ to, children, about }: Props) {
  return (
    <Link className="show" to={to} viewTransition>
      {children}
      <span className="visually-hidden">{about}</span>
      <Icon of={ArrowRight} />
    </Link>
  )
}
