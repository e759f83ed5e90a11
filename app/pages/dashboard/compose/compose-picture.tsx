import { PictureField } from '#app/forms/picture-field.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import type { usePictureUpload } from './use-picture-upload.ts'

type Props = {
  upload: ReturnType<typeof usePictureUpload>
  /** The id of the picture that is there already; '' for none. */
  kept: string
  aside?: string
  hint?: string
  error?: string
}

/** The photo of a post, a class or a letter: sent as soon as it is chosen, or without scripts with the form. */
export function ComposePicture({ upload, kept, aside, hint, error }: Props) {
  const hydrated = useHydrated()
  const { uploaded, sent, problem, choose } = upload
  return (
    <>
      <PictureField
        label="Photo"
        aside={aside}
        // a field without a name is not sent: the photo is there already
        name={hydrated ? '' : 'file'}
        shape="poster"
        sent={sent}
        onChoose={choose}
        hint={kept && !uploaded ? hint : undefined}
        error={problem ?? (uploaded || sent !== undefined ? undefined : error)}
      />
      <input type="hidden" name="photo" value={uploaded?.address ?? kept} />
    </>
  )
}
