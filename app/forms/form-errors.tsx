import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

/** One message a field, by the field's name. */
export type FieldErrors = Record<string, string | undefined>

/**
 * Moves the focus to the first field in error each time new errors arrive. Put the returned ref on the form.
 */
export function useFocusFirstError(errors: FieldErrors | null | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!errors || !Object.values(errors).some(Boolean)) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"][tabindex]')?.focus()
  }, [errors])
  return form
}

/** What is wrong with the form as a whole. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div className="form-error" role="alert" tabIndex={-1}>
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{children}</span>
    </div>
  )
}
