import { useState, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { ComposePicture } from './compose-picture.tsx'
import { NoPictureYet, PreviewButton, PreviewPanel } from './preview.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

/** State of the form after a refusal or a preview without scripts. */
export type PhotoFormState = {
  /** Id of the picture uploaded so far. */
  photo: string
  picture: Picture | null
  previewed: boolean
  problem: Problem | null
}

type Props = PhotoFormState & {
  /** The record to edit; null for a new one. */
  edited: { id: string } | null
  /** Label of the button for a new record. */
  create: string
  /** The fields above the photo. */
  children: ReactNode
  /** The published card. */
  card: (picture: Picture) => ReactNode
  /** Preview while there is no picture. */
  textPreview: ReactNode
}

/** A form with a photo and a preview of the published card. */
export function PhotoForm({
  edited,
  create,
  children,
  card,
  textPreview,
  photo,
  problem,
  ...initial
}: Props) {
  const { viewer } = useLayoutProps()
  const [previewed, setPreviewed] = useState(initial.previewed)
  const upload = usePictureUpload(viewer?.email ?? '')
  const pending = useNavigation().formData?.get('intent') === 'save'
  const picture = upload.uploaded?.picture ?? initial.picture
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
            {edited ? t('photoForm.save') : create}
          </Button>
          <PreviewButton shown={previewed} toggle={() => setPreviewed(!previewed)} />
          {edited && <LinkButton to="?">{t('photoForm.cancel')}</LinkButton>}
        </div>
      </CheckedForm>
      {previewed && (
        <PreviewPanel>
          {picture ? (
            card(picture)
          ) : (
            <>
              <NoPictureYet />
              {textPreview}
              <p className="note above-2">{t('photoForm.chooseAPhotoTo')}</p>
            </>
          )}
        </PreviewPanel>
      )}
    </div>
  )
}
