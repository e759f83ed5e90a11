import { useContext, useState } from 'react'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { ProblemContext } from '#app/forms/checked-form.tsx'
import { PictureField } from '#app/forms/picture-field.tsx'
import { t } from '#messages/t.ts'
import type { usePictureUpload } from './use-picture-upload.ts'

type Props = {
  upload: ReturnType<typeof usePictureUpload>
  /** Id of the uploaded picture; '' for none. */
  currentPhoto: string
  /** Whether the photo is optional because the record has one. */
  replaces?: boolean
  aside?: string
  error?: string
}

/** Photo field of a form: uploaded as soon as it is chosen, or without scripts with the form. */
export function ComposePicture({ upload, currentPhoto, replaces, aside, error }: Props) {
  const hydrated = useHydrated()
  const { uploaded, sent, problem, choose } = upload
  // a refusal of the previous photo is not shown for a new one
  const refusal = useContext(ProblemContext)
  const [refusalWhenChosen, setRefusalWhenChosen] = useState<object | null>(null)
  return (
    <>
      <PictureField
        label={t('composePicture.photo')}
        aside={aside}
        // without a name the file is not submitted again
        name={hydrated ? '' : 'file'}
        shape="poster"
        sent={sent}
        onChoose={(file) => {
          setRefusalWhenChosen(refusal)
          choose(file)
        }}
        hint={currentPhoto && !uploaded ? t('composePicture.weKeptYourPhoto') : undefined}
        error={problem ?? (refusal === refusalWhenChosen ? undefined : error)}
      />
      {replaces && !uploaded && <p className="note">{t('composePicture.leaveThisEmptyTo')}</p>}
      <input type="hidden" name="photo" value={uploaded?.address ?? currentPhoto} />
    </>
  )
}
