import { ArrowLeft } from 'lucide'
import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { Icon } from '#app/components/icon.tsx'

/** Link back, for pages that have no menu entry. */
export function BackToDashboard() {
  return (
    <Link className="show back" to="/dashboard">
      <Icon of={ArrowLeft} />
      {texts.sideMenu.dashboard}
    </Link>
  )
}
