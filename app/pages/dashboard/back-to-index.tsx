import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { texts } from '#words/texts.ts'

/** The way back for pages that are not in the side menu. */
export function BackToIndex() {
  return (
    <Link className="show back" to="/dashboard">
      <ArrowLeft className="icon" aria-hidden="true" />
      {texts.sideMenu.dashboard}
    </Link>
  )
}
