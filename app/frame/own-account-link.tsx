import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLayoutProps } from './session.ts'

/** A link in a sentence to a page that a guardian cannot open while acting for a member; plain words for them. */
export function OwnAccountLink({ to, children }: { to: string; children: ReactNode }) {
  const { viewer } = useLayoutProps()
  return viewer?.actedFor ? children : <Link to={to}>{children}</Link>
}
