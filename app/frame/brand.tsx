import { Link } from 'react-router'
import { classNames } from '#app/components/join-class-names.ts'
import { LogoMark } from '#app/components/mark.tsx'

/** The longest name that fits into the navigation bar in one line. */
const longNameLength = 24

export function Brand({ name }: { name: string }) {
  return (
    <Link className={classNames('brand', name.length > longNameLength && 'long')} to="/">
      <LogoMark />
      {name}
    </Link>
  )
}
