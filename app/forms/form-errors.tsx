import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One message a field, by the field's name. */
export type FieldErrors = Record<string, string | undefined>

/** What is wrong with the form as a whole. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div className="form-error" role="alert" tabIndex={-1}>
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
