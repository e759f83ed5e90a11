import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const pollIntervalMs = 3_000

/** Reloads the page's data every few seconds until something is over. */
export function usePollingUntil(isOver: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => void revalidate(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isOver, revalidate])
}
