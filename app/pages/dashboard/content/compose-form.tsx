import { useState, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { ComposePicture } from './compose-picture.tsx'
import { NoPictureYet, PreviewButton, PreviewPanel } from './preview.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

/** What came back of a form that was sent before, or nothing yet. */
export type ComposeState = {
  /** The id of a picture that was sent before. */
  photo: string
  picture: Picture | null
  previewed: boolean
  problem: Problem | null
}

type Props = ComposeState & {
  /** What is changed; null for something new. */
  edited: { id: string } | null
  /** What the button says for something new. */
  create: string
  /** The fields above the photo. */
  children: ReactNode
  /** The card that others will see. */
  card: (picture: Picture) => ReactNode
  /** What is shown of it while it has no picture. */
  words: ReactNode
}

/** Fields and a photo, and beside them the very card that they make. */
export function ComposeForm({ edited, create, children, card, words, photo, problem, ...came }: Props) {
  const { viewer } = useLayoutProps()
  const [previewed, setPreviewed] = useState(came.previewed)
  const upload = usePictureUpload(viewer?.email ?? '')
  const pending = useNavigation().formData?.get('intent') === 'save'
  const picture = upload.uploaded?.picture ?? came.picture
  return (
    <div className="compose">
      <CheckedForm problem={problem} encType="multipart/form-data" className="stack" onSubmit={upload.hold}>
        <input type="hidden" name="id" value={edited?.id ?? ''} />
        {children}
        <ComposePicture
          upload={upload}
          currentPhoto={photo}
          replaces={edited !== null}
          error={fieldMessages(problem).photo}
        />
        <div className="button-row">
          <Button variant="primary" name="intent" value="save" pending={pending || upload.held === 'save'}>
            {edited ? 'Save' : create}
          </Button>
          <PreviewButton shown={previewed} toggle={() => setPreviewed(!previewed)} />
          {edited && <LinkButton to="?">Cancel</LinkButton>}
        </div>
      </CheckedForm>
      {previewed && (
        <PreviewPanel>
          {picture ? (
            card(picture)
          ) : (
            <>
              <NoPictureYet />
              {words}
              <p className="note above-2">Choose a photo to see the whole card.</p>
            </>
          )}
        </PreviewPanel>
      )}
    </div>
  )
}
