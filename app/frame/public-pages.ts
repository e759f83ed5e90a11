import { texts } from '#copy/texts.ts'

/** The five public pages, in the order of the menus. */
export const publicPages = () => [
  { to: '/', name: texts.navigation.home },
  { to: '/gallery', name: texts.navigation.gallery },
  { to: '/trainers', name: texts.navigation.trainers },
  { to: '/classes', name: texts.navigation.classes },
  { to: '/forums', name: texts.navigation.forums },
]

/** Whether a menu entry leads to this page, or to the list that it belongs to. */
export function isCurrent(path: string, to: string): boolean {
  return (
    path === to ||
    (to === '/classes' && path.startsWith('/timetable')) ||
    (to !== '/' && to !== '/dashboard' && path.startsWith(`${to}/`))
  )
}
