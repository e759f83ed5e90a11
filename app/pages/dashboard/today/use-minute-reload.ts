import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const minuteMs = 60_000

/** Reloads the page's data each minute while the page is visible. */
export function useMinuteReload(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, minuteMs)
    return () => clearInterval(timer)
  }, [revalidate])
}
