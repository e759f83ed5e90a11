import { Search, X } from 'lucide'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { isOutside } from '#app/components/modal.tsx'
import { t } from '#messages/t.ts'
import type { Hit, HitGroup } from './find-results.server.ts'
import type { loader } from './find.tsx'

const minCharacters = 2
const debounceMs = 120
const slowMs = 5_000

const findUrl = (text: string) => `/dashboard/find?q=${encodeURIComponent(text)}`

/** The find page as a dialog over any page of the dashboard. It closes with Escape and when a result opens. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { groups, state } = useFindResults(text)
  useEffect(() => dialog.current?.showModal(), [])
  useCloseOnNavigation(onClose)
  return (
    <dialog
      ref={dialog}
      className="dialog find-dialog"
      aria-label={t('findDialog.find')}
      onClose={onClose}
      onClick={(event) =>
        event.currentTarget === event.target && isOutside(event, event.currentTarget) && onClose()
      }
      onKeyDown={moveByArrows}
    >
      <form className="find-field" role="search" action="/dashboard/find">
        <Icon of={Search} />
        <input
          className="find-input"
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          aria-label={t('findDialog.nameDateInvoiceOr')}
          placeholder={t('findDialog.nameDateInvoicePage')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" className="icon-button" aria-label={t('findDialog.close')} onClick={onClose}>
          <Icon of={X} />
        </button>
      </form>
      {groups.length > 0 && (
        <ul className="hits-list">
          {groups.map((group) => (
            <HitList key={group.heading} {...group} />
          ))}
        </ul>
      )}
      <FindStatus text={text} state={state} count={groups.reduce((sum, { hits }) => sum + hits.length, 0)} />
    </dialog>
  )
}

type FindState = 'idle' | 'looking' | 'slow' | 'found'

/** Results of what is typed, read 120 ms after the last key. While it looks, the results before it stay. */
function useFindResults(text: string): { groups: HitGroup[]; state: FindState } {
  const fetcher = useFetcher<typeof loader>()
  const [isSlow, setSlow] = useState(false)
  const wanted = text.trim()
  const isLongEnough = wanted.length >= minCharacters
  const hasFound = fetcher.data?.text === wanted
  const { load } = fetcher
  useEffect(() => {
    if (!isLongEnough) return undefined
    const timer = setTimeout(() => void load(findUrl(wanted)), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted, isLongEnough, load])
  useEffect(() => {
    setSlow(false)
    if (!isLongEnough || hasFound) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [wanted, isLongEnough, hasFound])
  if (!isLongEnough) return { groups: [], state: 'idle' }
  return { groups: fetcher.data?.groups ?? [], state: hasFound ? 'found' : isSlow ? 'slow' : 'looking' }
}

function useCloseOnNavigation(onClose: () => void) {
  const { key } = useLocation()
  const opened = useRef(key)
  useEffect(() => {
    if (opened.current !== key) onClose()
  }, [key, onClose])
}

/** Arrow keys move between the field and the results; a letter continues in the field. */
function moveByArrows(event: KeyboardEvent<HTMLDialogElement>) {
  const field = event.currentTarget.querySelector('input')
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.hit > a')]
  const stops = [field, ...links]
  const here = Math.max(
    stops.indexOf(document.activeElement?.closest('.hit')?.querySelector('a') ?? field),
    0,
  )
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    stops[Math.min(Math.max(here + step, 0), links.length)]?.focus()
  } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
    field?.focus()
  // Enter opens the first result
  else if (event.key === 'Enter' && event.target === field && links[0]) {
    event.preventDefault()
    links[0].click()
  }
}

function HitList({ heading, hits }: HitGroup) {
  return (
    <li>
      <h2 className="hit-group">{heading}</h2>
      <ul>
        {hits.map((hit) => (
          <HitRow key={hit.to} {...hit} />
        ))}
      </ul>
    </li>
  )
}

function HitRow({ to, name, note, links }: Hit) {
  return (
    <li className="hit">
      <Link to={to}>
        <b>{name}</b>
        {note && <span>{note}</span>}
      </Link>
      {links.length > 0 && (
        <div className="hit-acts">
          {links.map((link) => (
            <Link key={link.to} className="button small" to={link.to} aria-label={`${link.name}: ${name}`}>
              {link.name}
            </Link>
          ))}
        </div>
      )}
    </li>
  )
}

function FindStatus({ text, state, count }: { text: string; state: FindState; count: number }) {
  return (
    <p className="find-foot note" role="status">
      {state === 'idle' && t('findDialog.aNameADay')}
      {state === 'looking' && t('findDialog.looking')}
      {state === 'slow' && (
        <>
          {t('findDialog.stillLooking')}
          <Link to={findUrl(text)}>{t('findDialog.openThePageOf')}</Link>
        </>
      )}
      {state === 'found' &&
        (count === 0 ? t('findDialog.nothingFoundTryA') : t('findDialog.resultArrowsChooseEnter', { count }))}
    </p>
  )
}
