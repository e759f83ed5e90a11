import { ArrowLeft } from 'lucide'
import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { Icon } from '#app/components/icon.tsx'

/** The way back for pages that are not in the side menu. */
export function BackToDashboard() {
  return (
    <Link className="show back" to="/dashboard">
      <Icon of={ArrowLeft} />
      {texts.sideMenu.dashboard}
    </Link>
  )
}
