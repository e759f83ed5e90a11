import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react'
import { Form } from 'react-router'
import { FormError } from './form-errors.tsx'
import { formMessage, type Problem } from './form-problem.ts'
import { SignWaiverLink } from './sign-waiver-link.tsx'

/** The problem that a form's errors belong to; an equal one may come from a later submission. */
export const ProblemContext = createContext<object | null>(null)

type Props = Omit<ComponentProps<typeof Form>, 'ref' | 'noValidate'> & {
  ref?: RefObject<HTMLFormElement | null>
  /** The refusal of the last submission. */
  problem: Problem | null
  /** The error of the form as a whole; null when the page shows it elsewhere. */
  message?: string | null
  /** The form component of a fetcher, for a submission without navigation. */
  as?: typeof Form
}

/**
 * A form with server-side validation: errors show at their fields or at the top, and the first one gets the
 * focus. The browser's own validation is off, since it knows neither the club's rules nor its messages.
 */
export function CheckedForm({
  problem,
  message = formMessage(problem),
  as: FormComponent = Form,
  ref,
  children,
  ...form
}: Props) {
  const own = useRef<HTMLFormElement>(null)
  const element = ref ?? own
  useEffect(() => {
    if (problem === null) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"][tabindex]')?.focus()
  }, [problem, element])
  return (
    <FormComponent method="post" {...form} ref={element} noValidate>
      {message && (
        <FormError>
          {message}
          <SignWaiverLink problem={problem} />
        </FormError>
      )}
      <ProblemContext value={problem}>{children}</ProblemContext>
    </FormComponent>
  )
}

/** Returns whether a field still shows its error, and a function that clears the error on a change. */
export function useFieldError(isWrong: boolean): [isShown: boolean, clearError: () => void] {
  const problem = useContext(ProblemContext)
  const [previous, setPrevious] = useState({ problem, isWrong })
  const [isCleared, setCleared] = useState(false)
  if (previous.problem !== problem || previous.isWrong !== isWrong) {
    setPrevious({ problem, isWrong })
    setCleared(false)
  }
  return [isWrong && !isCleared, () => setCleared(true)]
}
