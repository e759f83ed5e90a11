import { useContext, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { ProblemContext } from '#app/forms/checked-form.tsx'
import { restoreDraft, removeDraft, isDraftSubmitted, saveDraft } from '#app/forms/form-draft-storage.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { t } from '#messages/t.ts'

/**
 * Saves the surrounding form as a draft in session storage and restores it after a link, the back button or a reload.
 * A draft belongs to one signed-in person and ends when the form is sent. `of` is its key: the record and its last
 * saved text, so that a draft of an outdated text is not restored. Adds the hidden field `openedBy`.
 */
export function FormDraft({ of }: { of: string }) {
  const { viewer } = useLayoutProps()
  const answer = useContext(ProblemContext)
  const { search } = useLocation()
  const sent = useNavigation().formData
  const input = useRef<HTMLInputElement>(null)
  const [isRestored, setRestored] = useState(false)
  const key = `${viewer?.email} ${of}`
  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    const save = () => saveDraft(form, key)
    // a refused form is newer than its draft
    if (answer) save()
    setRestored(answer === null && restoreDraft(form, key))
    const remove = () => removeDraft(key)
    form.addEventListener('input', save)
    form.addEventListener('reset', remove)
    return () => {
      form.removeEventListener('input', save)
      form.removeEventListener('reset', remove)
    }
  }, [answer, key])
  useEffect(() => {
    const form = input.current?.form
    // a form that waits for its photo is not submitted yet
    if (form && sent && isDraftSubmitted(form, sent)) removeDraft(key)
  }, [sent, key])
  return (
    <>
      <input ref={input} type="hidden" name="openedBy" value={viewer?.email ?? ''} />
      {isRestored && (
        <p className="hold-note" role="status">
          {t('formDraft.weKeptWhatYou')}
          <Link to={{ search }} reloadDocument onClick={() => removeDraft(key)}>
            {t('formDraft.startOver')}
          </Link>
        </p>
      )}
    </>
  )
}
