import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

// how long a row stands still before it has arrived at a slide
const scrollEndMs = 100

const slideIndexOf = (row: Element) => Math.round(row.scrollLeft / Math.max(1, row.clientWidth))

/**
 * A row of slides that is swiped, chosen by its bullets or moved by the arrow keys; it never plays by itself. The row
 * scrolls by itself, and the bullets are links into it, so until scripts run only the arrow keys are missing.
 */
export function useCarousel(count: number) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const bullets = useRef<HTMLOListElement>(null)
  // the slide that the row is on its way to
  const aim = useRef<number | null>(null)
  const [current, setCurrent] = useState(0)
  const [live, setLive] = useState(false)

  useEffect(() => {
    const element = row.current
    if (!element) return
    const arrive = () => {
      aim.current = null
      setCurrent(slideIndexOf(element))
    }
    let rest = 0
    const onScroll = () => {
      clearTimeout(rest)
      rest = window.setTimeout(arrive, scrollEndMs)
    }
    // whoever scrolled before scripts ran stays at that slide
    arrive()
    setLive(true)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  const show = (index: number) => {
    aim.current = index
    setCurrent(index)
    const left = index * (row.current?.clientWidth ?? 0)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.current?.scrollTo({ left, behavior: still ? 'instant' : 'smooth' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!live || step === 0) return
    // where the row is, also when a bullet led there before scripts ran, and it has not come to rest
    const from = aim.current ?? (row.current ? slideIndexOf(row.current) : current)
    const next = Math.min(count - 1, Math.max(0, from + step))
    event.preventDefault()
    // the slide that is left takes no focus any more
    bullets.current?.querySelectorAll('a')[next]?.focus()
    show(next)
  }
  const onBullet = (index: number) => (event: MouseEvent) => {
    if (!live) return
    event.preventDefault()
    show(index)
  }
  const slideId = (index: number) => `${id.replace(/\W/g, '')}-${index + 1}`
  return { row, bullets, current, live, slideId, onKeyDown, onBullet }
}

export type CarouselState = ReturnType<typeof useCarousel>
