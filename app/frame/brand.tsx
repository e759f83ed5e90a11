import { Link } from 'react-router'
import { classNames } from '#app/components/class-names.ts'
import { LogoMark } from '#app/components/mark.tsx'

/** More letters than the bar has room for in one line. */
const longNameLength = 24

/** The mark and the club's name, leading home. */
export function Brand({ name }: { name: string }) {
  return (
    <Link className={classNames('brand', name.length > longNameLength && 'long')} to="/">
      <LogoMark />
      {name}
    </Link>
  )
}
