import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

// the pause after which scrolling counts as ended
const scrollEndMs = 100

const slideIndexOf = (row: Element) => Math.round(row.scrollLeft / Math.max(1, row.clientWidth))

/**
 * Controls a row of slides by swipe, bullets and arrow keys, without autoplay. The row scrolls natively and the
 * bullets are fragment links, so without scripts only the arrow keys are missing.
 */
export function useCarousel(count: number) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const bullets = useRef<HTMLOListElement>(null)
  // the slide that the row is scrolling to
  const targetSlide = useRef<number | null>(null)
  const [current, setCurrent] = useState(0)
  const [live, setLive] = useState(false)

  useEffect(() => {
    const element = row.current
    if (!element) return
    const arrive = () => {
      targetSlide.current = null
      setCurrent(slideIndexOf(element))
    }
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(arrive, scrollEndMs)
    }
    // keeps the slide that was scrolled to before hydration
    arrive()
    setLive(true)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  const show = (index: number) => {
    targetSlide.current = index
    setCurrent(index)
    const left = index * (row.current?.clientWidth ?? 0)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.current?.scrollTo({ left, behavior: still ? 'instant' : 'smooth' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!live || step === 0) return
    // the row's position is also right while it scrolls to a bullet that was clicked before hydration
    const from = targetSlide.current ?? (row.current ? slideIndexOf(row.current) : current)
    const next = Math.min(count - 1, Math.max(0, from + step))
    event.preventDefault()
    // the previous slide becomes inert, so its bullet cannot keep the focus
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
