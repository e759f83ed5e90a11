import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

/** Row and column steps of the keys. */
const steps: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Makes the links of a table one tab stop. Arrow keys move the focus to the next cell with a link, Home and End to the
 * first and the last link.
 */
export function useArrowKeys(): {
  ref: RefObject<HTMLTableElement | null>
  onKeyDown: (event: KeyboardEvent) => void
} {
  const ref = useRef<HTMLTableElement>(null)
  // after each rendering, which may have added links
  useEffect(() => {
    const links = linksOf(ref.current)
    const current = links.find((link) => link.classList.contains('chosen')) ?? links[0]
    for (const link of links) link.tabIndex = link === current ? 0 : -1
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextLink(ref.current, event)
    if (!target) return
    event.preventDefault()
    for (const link of linksOf(ref.current)) link.tabIndex = link === target ? 0 : -1
    // the other days of an hour are hidden from screen readers until they have the focus
    target.removeAttribute('aria-hidden')
    target.focus()
  }
  return { ref, onKeyDown }
}

const linksOf = (table: HTMLTableElement | null) => [...(table?.querySelectorAll('a') ?? [])]

function nextLink(table: HTMLTableElement | null, { key, target }: KeyboardEvent) {
  const links = linksOf(table)
  if (key === 'Home') return links[0]
  if (key === 'End') return links.at(-1)
  const step = steps[key]
  const cell = (target as Element).closest('td')
  if (!step || !cell || !table) return undefined
  const [rows, columns] = step
  // the links of one cell follow each other
  const ofCell = [...cell.querySelectorAll('a')]
  const beside = ofCell[ofCell.indexOf(target as HTMLAnchorElement) + columns]
  if (columns !== 0 && beside) return beside
  let row = (cell.parentElement as HTMLTableRowElement).rowIndex
  let column = cell.cellIndex
  for (;;) {
    row += rows
    column += columns
    const next = table.rows[row]?.cells[column]
    if (!next) return undefined
    const found = next.querySelectorAll('a')
    if (found.length > 0) return columns < 0 ? found[found.length - 1] : found[0]
  }
}
