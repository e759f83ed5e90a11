import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

const reducedMotion = '(prefers-reduced-motion: reduce)'

/**
 * A row of slides that is swiped, chosen by its bullets or moved by the arrow keys; it never plays by itself.
 * Until scripts run it is a row that scrolls sideways, and the bullets are links into it.
 */
export function useCarousel(count: number) {
  const id = useId()
  const [embla, api] = useEmblaCarousel({
    duration: 24,
    breakpoints: { [reducedMotion]: { duration: 0 } },
  })
  const viewport = useRef<HTMLDivElement>(null)
  const bullets = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(0)
  const [live, setLive] = useState(false)

  useEffect(() => {
    if (!api) return
    const select = () => setCurrent(api.selectedScrollSnap())
    const element = viewport.current
    // whoever scrolled before scripts ran stays at that slide
    const begun = element ? Math.round(element.scrollLeft / Math.max(1, element.clientWidth)) : 0
    if (element) element.scrollLeft = 0
    if (begun > 0) api.scrollTo(begun, true)
    select()
    setLive(true)
    api.on('select', select).on('reInit', select)
    return () => void api.off('select', select).off('reInit', select)
  }, [api])

  const show = (index: number) => api?.scrollTo(index, matchMedia(reducedMotion).matches)
  const attach = (element: HTMLDivElement | null) => {
    viewport.current = element
    embla(element)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!api || step === 0) return
    const next = Math.min(count - 1, Math.max(0, current + step))
    event.preventDefault()
    // the slide that is left takes no focus any more
    bullets.current?.querySelectorAll('a')[next]?.focus()
    show(next)
  }
  const onBullet = (index: number) => (event: MouseEvent) => {
    if (!api) return
    event.preventDefault()
    show(index)
  }
  const slideId = (index: number) => `${id.replace(/\W/g, '')}-${index + 1}`
  return { attach, bullets, current, live, slideId, onKeyDown, onBullet }
}

export type CarouselState = ReturnType<typeof useCarousel>
