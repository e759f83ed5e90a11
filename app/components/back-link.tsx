import { ArrowLeft } from 'lucide'
import { Link, type LinkProps } from 'react-router'
import { Icon } from './icon.tsx'

/** Links from a page to the one above it. */
export const BackLink = ({ to, children }: Pick<LinkProps, 'to' | 'children'>) => (
  <Link className="show back" to={to}>
    <Icon of={ArrowLeft} />
    {children}
  </Link>
)
