import { useContext, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { ProblemContext } from '#app/forms/checked-form.tsx'
import { restoreDraft, removeDraft, isDraftSubmitted, saveDraft } from '#app/forms/form-draft-storage.ts'
import { useLayoutProps } from '#app/frame/session.ts'

/**
 * What was typed into the form around it and not sent is there again when its page is: after a link, the way back, a
 * reload. A tab keeps it for one person, until it is sent or they sign out. `of` names what is written, and what was
 * saved of it last: once that is another text, what was typed over it stays away. The form says who opened it.
 */
export function FormDraft({ of }: { of: string }) {
  const { viewer } = useLayoutProps()
  const answer = useContext(ProblemContext)
  const { search } = useLocation()
  const sent = useNavigation().formData
  const place = useRef<HTMLInputElement>(null)
  const [isBack, setBack] = useState(false)
  const key = `${viewer?.email} ${of}`
  useEffect(() => {
    const form = place.current?.form
    if (!form) return
    const keep = () => saveDraft(form, key)
    // what was refused is not sent yet, and newer than what was kept
    if (answer) keep()
    setBack(answer === null && restoreDraft(form, key))
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [answer, key])
  useEffect(() => {
    const form = place.current?.form
    // one that waits for its photo is not on its way yet
    if (form && sent && isDraftSubmitted(form, sent)) removeDraft(key)
  }, [sent, key])
  return (
    <>
      <input ref={place} type="hidden" name="openedBy" value={viewer?.email ?? ''} />
      {isBack && (
        <p className="hold-note" role="status">
          What you typed here before is back.{' '}
          <Link to={{ search }} reloadDocument onClick={() => removeDraft(key)}>
            Start over
          </Link>
        </p>
      )}
    </>
  )
}
