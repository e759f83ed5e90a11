import type { ReactNode } from 'react'
import type { LetterLink } from '#domain/newsletter/suggested-links.server.ts'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedVersion, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { ComposePicture } from '#app/pages/dashboard/content/compose-picture.tsx'
import type { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import { bounds } from '#domain/bounds.ts'

type Props = {
  id: string
  letter: Newsletter | null
  links: LetterLink[]
  upload: ReturnType<typeof usePictureUpload>
  problem: Problem | null
  children: ReactNode
}

/** Who gets a letter, which `children` ask, and what it says: its subject, its one picture, its words, and links that are put under them. */
export function LetterForm({ id, letter, links, upload, problem, children }: Props) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const kept = typed?.get('photo') ?? letter?.picture?.id ?? ''
  return (
    <CheckedForm
      id={id}
      problem={problem}
      encType="multipart/form-data"
      className="stack"
      preventScrollReset
      // Enter in the subject must not overtake the photo
      onSubmit={upload.hold}
    >
      {/* what Enter presses is the first button of a form */}
      <button hidden name="intent" value="save" />
      <FormDraft of={`letter ${letter?.id} ${letter?.changedAt.toISOString()}`} />
      {letter && (
        <HiddenFields values={{ seen: submittedVersion(problem, letter.changedAt.toISOString()) }} />
      )}
      {children}
      <TextField
        label="Subject"
        aside={`up to ${bounds.newsletterSubject.most} characters`}
        name="subject"
        error={errors.subject}
        defaultValue={typed?.get('subject') ?? letter?.subject ?? ''}
        required
      />
      <ComposePicture
        // one that was taken out or replaced leaves its field
        key={letter?.picture?.id}
        upload={upload}
        currentPhoto={kept}
        aside="may be left out"
        error={errors.photo}
      />
      <TextField
        label="What the photo shows"
        hint="Many mail programs show these words first, and the photo on request."
        name="altText"
        error={errors.altText}
        defaultValue={typed?.get('altText') ?? letter?.altText ?? ''}
      />
      {letter?.picture && (
        <div className="button-row">
          <Button small name="intent" value="without-photo" onClick={() => upload.choose(null)}>
            Leave the photo out
          </Button>
        </div>
      )}
      <TextArea
        // a link that was put in is seen here
        key={letter?.words}
        label="Letter"
        error={errors.words}
        hint="An empty line makes a paragraph, ## a heading, and [See the classes](/classes) alone on its line a button."
        name="words"
        rows={16}
        defaultValue={typed?.get('words') ?? letter?.words ?? ''}
        required
      />
      {links.length > 0 && (
        <div className="letter-link" key={`${letter?.words} links`}>
          <SelectField
            label="A class or a post"
            name="link"
            options={[
              { value: '', label: 'Choose one' },
              ...links.map(({ to, line }) => ({ value: line, label: to })),
            ]}
          />
          <Button name="intent" value="link" pending={upload.held === 'link'}>
            Put its link at the end
          </Button>
        </div>
      )}
    </CheckedForm>
  )
}
