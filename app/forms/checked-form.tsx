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

/** What a form's errors came with; a new one may say the same words and be another refusal. */
export const ProblemContext = createContext<object | null>(null)

type Props = Omit<ComponentProps<typeof Form>, 'ref' | 'noValidate'> & {
  ref?: RefObject<HTMLFormElement | null>
  /** What the club answered to this form, when it refused. */
  problem: Problem | null
  /** What is wrong with it as a whole; null when the page says it elsewhere. */
  message?: string | null
  /** The form of a fetcher, for one that leaves the page where it is. */
  as?: typeof Form
}

/**
 * A form that the club checks: what is wrong is said at its field, or at the top, and the focus goes to the
 * first of it. The browser's own bubbles stay away; they know neither the club's rules nor its words.
 */
export function CheckedForm({
  problem,
  message = formMessage(problem),
  as: Shape = Form,
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
    <Shape method="post" {...form} ref={element} noValidate>
      {message && <FormError>{message}</FormError>}
      <ProblemContext value={problem}>{children}</ProblemContext>
    </Shape>
  )
}

/** Whether a field still shows what was wrong with it, and what to call when it is changed: then it does not. */
export function useFieldError(isWrong: boolean): [isShown: boolean, mend: () => void] {
  const answer = useContext(ProblemContext)
  const [seen, setSeen] = useState({ answer, isWrong })
  const [isMended, setMended] = useState(false)
  if (seen.answer !== answer || seen.isWrong !== isWrong) {
    setSeen({ answer, isWrong })
    setMended(false)
  }
  return [isWrong && !isMended, () => setMended(true)]
}
