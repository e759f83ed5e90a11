import { useEffect, useRef } from 'react'
import { FormError } from './form-errors.tsx'
import { formMessage, type Problem } from './form-problem.ts'

/** The refusal of one of a page's forms. It takes the focus, since the form may be far below. */
export function PageError({ problem }: { problem: Problem | null }) {
  const message = formMessage(problem)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[role="alert"]')?.focus(), [problem])
  return (
    <div ref={place} className={message ? 'above-3' : undefined}>
      {message && <FormError>{message}</FormError>}
    </div>
  )
}
