import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

type Props = {
  to: string
  children: string
  /** What it is about, for those who hear links one by one: the card's title. */
  about: string
}

/** The one link below a card: `Show Detail`, `View Profile`. */
export function CardLink({ to, children, about }: Props) {
  return (
    <Link className="show" to={to} viewTransition>
      {children}
      <span className="visually-hidden">{about}</span>
      <Icon of={ArrowRight} />
    </Link>
  )
}
