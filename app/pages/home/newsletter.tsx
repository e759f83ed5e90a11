import { useEffect, useRef, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { Field } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { toast } from '#app/frame/toast-store.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'

type Props = {
  /** The problem of a submission without scripts. */
  posted: Problem | null
  /** Whether the club has opened. */
  isOpen: boolean
}

/** The newsletter form. */
export function Newsletter({ posted, isOpen }: Props) {
  const fetcher = useFetcher({ key: 'newsletter' })
  const problem = fetcher.data === undefined ? posted : problemOf(fetcher.data)
  const messages = fieldMessages(problem)
  const form = useRef<HTMLFormElement>(null)
  useResetWhenDone(fetcher.state, problem, form)
  return (
    <section className="subscribe" id="newsletter" aria-labelledby="newsletter-heading">
      <div className="wrap">
        <div>
          <h2 className="display h-section" id="newsletter-heading">
            {isOpen ? t('home.letter.1') : t('home.letter.leaveYourAddress')}
            <br />
            {isOpen ? t('home.letter.2') : t('home.letter.weWriteToYou')}
          </h2>
          <p>{isOpen ? t('home.letter.text') : t('home.letter.theFirstHours')}</p>
        </div>
        <CheckedForm as={fetcher.Form} ref={form} problem={problem} action="/?index" preventScrollReset>
          <HiddenFields values={{ intent: 'subscribe' }} />
          <LetterField
            label={t('form.name')}
            name="name"
            placeholder={t('form.yourName')}
            error={messages.name}
          />
          <LetterField
            label={t('form.email')}
            name="email"
            type="email"
            placeholder={t('form.emailExample')}
            error={messages.email}
          />
          <Button variant="solid" pending={fetcher.state !== 'idle'}>
            {texts.home.subscribeNow}
          </Button>
        </CheckedForm>
      </div>
    </section>
  )
}

type FieldProps = { label: string; name: string; type?: string; placeholder: string; error?: string }

function LetterField({ label, name, type = 'text', placeholder, error }: FieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          name={name}
          type={type}
          placeholder={placeholder}
          autoComplete={name}
          required={name === 'email'}
        />
      )}
    </Field>
  )
}

/** Resets the form after a successful submission, and shows a toast after a failed one. */
function useResetWhenDone(
  state: 'idle' | 'loading' | 'submitting',
  problem: Problem | null,
  form: RefObject<HTMLFormElement | null>,
) {
  const wasSent = useRef(false)
  useEffect(() => {
    if (state !== 'idle') {
      wasSent.current = true
      return
    }
    if (!wasSent.current) return
    wasSent.current = false
    if (problem) toast.bad(problem.message)
    else form.current?.reset()
  }, [state, problem, form])
}
