import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Moves the focus to the nearest remaining ancestor when the focused element is removed, such as a deleted
 * row.
 */
export function useFocusRestoration() {
  const { state } = useNavigation()
  const { key } = useLocation()
  /** The element that had the focus last, and its ancestors. */
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
