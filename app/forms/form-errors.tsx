import { CircleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#app/components/icon.tsx'

/** One message for each field, by the field's name. */
export type FieldErrors = Record<string, string | undefined>

/** The error of a form as a whole. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div className="form-error" role="alert" tabIndex={-1}>
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </div>
  )
}
