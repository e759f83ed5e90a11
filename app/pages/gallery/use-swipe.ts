import { useRef, type TouchEvent } from 'react'

const leastDistance = 48

/** Returns touch handlers that detect horizontal swipes of one finger. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0]
      if (!touch || !start.current) return
      const x = touch.clientX - start.current.x
      const y = touch.clientY - start.current.y
      start.current = null
      if (Math.abs(x) < leastDistance || Math.abs(x) < 1.5 * Math.abs(y)) return
      if (x < 0) onLeft()
      else onRight()
    },
  }
}
