import { Link } from 'react-router'
import { classNames } from '#app/components/class-names.ts'
import { Mark } from '#app/components/mark.tsx'

/** The mark and the club's name, leading home. */
export function Brand({ name }: { name: string }) {
  return (
    <Link className={classNames('brand', name.length > 24 && 'long')} to="/">
      <Mark />
      {name}
    </Link>
  )
}
