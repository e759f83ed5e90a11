import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Keeps the place of whoever goes by the keyboard or listens: when what had the focus is gone with an answer,
 * such as the row that was deleted, the nearest part of the page around it that is still there has the focus.
 */
export function useFocusRestoration() {
  const { state } = useNavigation()
  const { key } = useLocation()
  /** What had the focus last, and all that was around it. */
  const way = useRef<Element[]>([])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      way.current = []
      for (let at = target as Element | null; at && at !== document.body; at = at.parentElement)
        way.current.push(at)
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    const [last, ...around] = way.current
    if (state !== 'idle' || last === undefined || last.isConnected) return
    if (document.activeElement !== document.body) return
    const heir = around.find((each) => each.isConnected) ?? document.querySelector('main')
    if (!(heir instanceof HTMLElement)) return
    heir.tabIndex = -1
    heir.focus({ preventScroll: true })
  }, [state, key])
}
