import { Link } from 'react-router'
import { Mark } from '#app/components/mark.tsx'

/** The mark and the club's name, leading home. */
export function Brand({ name }: { name: string }) {
  return (
    <Link className="brand" to="/">
      <Mark />
      {name}
    </Link>
  )
}
