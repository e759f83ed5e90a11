import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { ClubClass } from '#domain/classes/classes.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ClassCard } from '#app/components/class-card.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { formatNumber } from '#words/format.ts'
import { texts } from '#words/texts.ts'
import { ComposePicture } from './compose-picture.tsx'
import { NoPictureYet, PreviewButton, PreviewPanel } from './preview.tsx'
import { usePictureUpload } from './use-picture-upload.ts'
import { bounds } from '#words/bounds.ts'

const longest = bounds.classDescription.most

type Props = {
  /** The class to change; null for a new one. */
  edited: ClubClass | null
  title: string
  description: string
  /** The id of a picture that was sent before. */
  photo: string
  picture: Picture | null
  previewed: boolean
  problem: Problem | null
}

/** Title, description and photo of a class, and beside them its card. */
export function ClassForm(props: Props) {
  const { edited, problem } = props
  const { viewer } = useLayoutProps()
  const [title, setTitle] = useState(props.title)
  const [description, setDescription] = useState(props.description)
  const [previewed, setPreviewed] = useState(props.previewed)
  const upload = usePictureUpload(viewer?.email ?? '')
  const errors = fieldMessages(problem)
  const pending = useNavigation().formData?.get('act') === 'save'
  const sending = upload.sent !== undefined
  const picture = upload.uploaded?.picture ?? props.picture
  return (
    <div className="compose">
      <CheckedForm
        problem={problem}
        encType="multipart/form-data"
        className="stack"
        // Enter in the title must not overtake the photo
        onSubmit={(event) => sending && event.preventDefault()}
      >
        <input type="hidden" name="id" value={edited?.id ?? ''} />
        <TextField
          label="Title"
          name="title"
          maxLength={bounds.classTitle.most}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={errors.title}
        />
        <TextArea
          label="Description"
          aside={`${[...description].length} of ${formatNumber(longest)}`}
          name="description"
          rows={7}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors.description}
        />
        <ComposePicture
          upload={upload}
          kept={props.photo}
          hint="Your photo is kept. Choose another one to replace it."
          error={errors.photo}
        />
        {edited && !upload.uploaded && <p className="note">Without a new photo the old one stays.</p>}
        <div className="button-row">
          <Button variant="primary" name="act" value="save" pending={pending || sending}>
            {edited ? 'Save' : texts.addNewClass.createClass}
          </Button>
          <PreviewButton shown={previewed} toggle={() => setPreviewed(!previewed)} />
          {edited && <LinkButton to="?">Cancel</LinkButton>}
        </div>
      </CheckedForm>
      {previewed && (
        <PreviewPanel>
          {picture ? (
            <ClassCard
              item={{ id: edited?.id ?? 'new', title: title.trim(), picture }}
              headingLevel={3}
              eager
            />
          ) : (
            <>
              <NoPictureYet />
              <p className="head above-4">{title.trim() || 'Your title will appear here.'}</p>
              <p className="note above-2">Choose a photo to see the whole card.</p>
            </>
          )}
        </PreviewPanel>
      )}
    </div>
  )
}
