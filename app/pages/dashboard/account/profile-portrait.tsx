import { useEffect } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { PictureField } from '#app/forms/picture-field.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

type Props = { portrait: Portrait | null; error?: string }

/** The current photo and its replacement, saved after the upload, or by the button without scripts. */
export function ProfilePortrait({ portrait, error }: Props) {
  const hydrated = useHydrated()
  const submit = useSubmit()
  const { viewer } = useLayoutProps()
  const { uploaded, sent, problem, choose } = usePictureUpload(viewer?.email ?? '')
  useEffect(() => {
    if (!uploaded) return
    void submit({ intent: 'photo', photo: uploaded.picture.id }, { method: 'post', preventScrollReset: true })
  }, [uploaded, submit])
  return (
    <section className="summary still" aria-labelledby="photo-heading">
      <h2 className="head" id="photo-heading">
        {t('profilePortrait.photo')}
      </h2>
      <PortraitPicture
        portrait={portrait}
        alt={t('profilePortrait.yourPhoto')}
        ratio="4-5"
        sizes="144px"
        className="picture current-photo"
      />
      <Form method="post" encType="multipart/form-data" className="stack tight" noValidate>
        <input type="hidden" name="intent" value="photo" />
        <PictureField
          key={JSON.stringify(portrait)}
          label={t('profilePortrait.changePhoto')}
          name={hydrated ? '' : 'file'}
          sent={sent}
          onChoose={choose}
          error={problem ?? error}
        />
        {!hydrated && <Button small>{t('profilePortrait.changePhoto')}</Button>}
      </Form>
    </section>
  )
}
