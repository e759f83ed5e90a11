import { useContext, useState } from 'react'
import { ProblemContext } from '#app/forms/checked-form.tsx'
import { PictureField } from '#app/forms/picture-field.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import type { usePictureUpload } from './use-picture-upload.ts'

type Props = {
  upload: ReturnType<typeof usePictureUpload>
  /** The id of the picture that is there already; '' for none. */
  currentPhoto: string
  /** Whether it takes the place of a photo that stays otherwise. */
  replaces?: boolean
  aside?: string
  error?: string
}

/** The photo of a post, a class, a voice or a letter: sent as soon as it is chosen, or without scripts with the form. */
export function ComposePicture({ upload, currentPhoto, replaces, aside, error }: Props) {
  const hydrated = useHydrated()
  const { uploaded, sent, problem, choose } = upload
  // what was said of the photo before is not said of the one that was chosen then
  const answer = useContext(ProblemContext)
  const [chosenUnder, setChosenUnder] = useState<object | null>(null)
  return (
    <>
      <PictureField
        label="Photo"
        aside={aside}
        // a field without a name is not sent: the photo is there already
        name={hydrated ? '' : 'file'}
        shape="poster"
        sent={sent}
        onChoose={(file) => {
          setChosenUnder(answer)
          choose(file)
        }}
        hint={currentPhoto && !uploaded ? 'Your photo is kept. Choose another one to replace it.' : undefined}
        error={problem ?? (answer === chosenUnder ? undefined : error)}
      />
      {replaces && !uploaded && <p className="note">Without a new photo the old one stays.</p>}
      <input type="hidden" name="photo" value={uploaded?.address ?? currentPhoto} />
    </>
  )
}
