import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

type Tab = { id: string; name: string }

type Props = {
  /** The accessible name of the tab list. */
  label: string
  tabs: [Tab, ...Tab[]]
  /** The id of the selected tab, from the page's URL. */
  chosen: string
  /** The search parameter, as in `?tab=about`. The first tab needs none. */
  parameter?: string
  /** The content of the selected tab. */
  children: ReactNode
}

/** Tabs as links, so that each has a URL and works without scripts. With scripts the arrow keys move. */
export function Tabs({ label, tabs, chosen, parameter = 'tab', children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const addressOf = (tab: Tab) => (tab === tabs[0] ? '?' : `?${parameter}=${tab.id}`)
  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const target = links[nextIndex(event.key, links.indexOf(event.target as HTMLAnchorElement), links.length)]
    if (!target) return
    event.preventDefault()
    target.focus()
    target.click()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <Link
            key={tab.id}
            id={`tab-${tab.id}`}
            role="tab"
            to={addressOf(tab)}
            replace
            preventScrollReset
            aria-selected={tab.id === chosen}
            aria-controls={tab.id === chosen ? `panel-${tab.id}` : undefined}
            tabIndex={hydrated && tab.id !== chosen ? -1 : undefined}
          >
            {tab.name}
          </Link>
        ))}
      </div>
      <div id={`panel-${chosen}`} role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  )
}

function nextIndex(key: string, at: number, count: number): number {
  if (at < 0) return -1
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
