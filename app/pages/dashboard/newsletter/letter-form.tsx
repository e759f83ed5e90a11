import { useRef, type ReactNode } from 'react'
import { Button } from '#app/components/button.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { Field, TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedVersion, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { ComposePicture } from '#app/pages/dashboard/content/compose-picture.tsx'
import type { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { bounds } from '#domain/bounds.ts'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import type { LetterLink } from '#domain/newsletter/suggested-links.server.ts'
import { t } from '#messages/t.ts'
import { insertParagraph, LetterMarks, markByKey } from './letter-marks.tsx'

type Props = {
  id: string
  letter: Newsletter | null
  links: LetterLink[]
  upload: ReturnType<typeof usePictureUpload>
  problem: Problem | null
  children: ReactNode
}

/** Form of a letter: audience (`children`), subject, picture, text and suggested links. */
export function LetterForm({ id, letter, links, upload, problem, children }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const words = useRef<HTMLTextAreaElement>(null)
  const hydrated = useHydrated()
  const currentPhoto = typed?.get('photo') ?? letter?.picture?.id ?? ''
  return (
    <CheckedForm
      id={id}
      problem={problem}
      encType="multipart/form-data"
      className="stack"
      preventScrollReset
      // Enter in the subject waits for the photo
      onSubmit={upload.hold}
    >
      {/* Enter presses the first button of a form */}
      <button hidden name="intent" value="save" />
      <FormDraft of={`letter ${letter?.id} ${letter?.changedAt.toISOString()}`} />
      {letter && (
        <HiddenFields values={{ version: submittedVersion(problem, letter.changedAt.toISOString()) }} />
      )}
      {children}
      <TextField
        label={t('letterForm.subject')}
        aside={t('letterForm.upToCharacters', { most: bounds.newsletterSubject.most })}
        name="subject"
        error={errors.subject}
        defaultValue={typed?.get('subject') ?? letter?.subject ?? ''}
        required
      />
      <ComposePicture
        // remounts after the photo was removed or replaced
        key={letter?.picture?.id}
        upload={upload}
        currentPhoto={currentPhoto}
        aside={t('letterForm.optional')}
        error={errors.photo}
      />
      <TextField
        label={t('letterForm.whatThePhotoShows')}
        hint={t('letterForm.manyEmailAppsShow')}
        name="altText"
        error={errors.altText}
        defaultValue={typed?.get('altText') ?? letter?.altText ?? ''}
      />
      {letter?.picture && (
        <div className="button-row">
          <Button small name="intent" value="without-photo" onClick={() => upload.choose(null)}>
            {t('letterForm.removeThePhoto')}
          </Button>
        </div>
      )}
      <Field
        // remounts to show an added link
        key={letter?.words}
        label={t('letterForm.letter')}
        error={errors.words}
        hint={t('letterForm.leaveABlankLine')}
      >
        {(control) => (
          <div className="letter-words">
            {hydrated && <LetterMarks field={words} />}
            <textarea
              {...control}
              ref={words}
              className="input text"
              name="words"
              rows={16}
              defaultValue={typed?.get('words') ?? letter?.words ?? ''}
              onKeyDown={markByKey}
              required
            />
          </div>
        )}
      </Field>
      {links.length > 0 && (
        <div className="letter-link" key={`${letter?.words} links`}>
          <SelectField
            label={t('letterForm.aClassOrA')}
            name="link"
            options={[
              { value: '', label: t('letterForm.chooseOne') },
              ...links.map(({ to, line }) => ({ value: line, label: to })),
            ]}
          />
          <Button
            name="intent"
            value="link"
            pending={upload.held === 'link'}
            // without scripts the server adds it and saves
            onClick={(event) => {
              const line = new FormData(event.currentTarget.form!).get('link')
              event.preventDefault()
              if (line && words.current) insertParagraph(words.current, String(line))
            }}
          >
            {t('letterForm.insertLink')}
          </Button>
        </div>
      )}
    </CheckedForm>
  )
}
