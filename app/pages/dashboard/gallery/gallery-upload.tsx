import { ImagePlus } from 'lucide'
import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { Field } from '#app/forms/field.tsx'
import { useLayoutProps } from '#app/frame/session.ts'
import { formatFileSize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { useGalleryUploads, type Upload } from './use-gallery-uploads.ts'

const accept = 'image/jpeg,image/png,image/webp,image/avif,.heic,.heif'

/** Uploads several pictures at once; without scripts one at a time. */
export function GalleryUpload({ error }: { error?: string }) {
  const hydrated = useHydrated()
  const { viewer } = useLayoutProps()
  const { uploads, running, start, cancel } = useGalleryUploads(viewer?.email ?? '')
  return (
    <Form method="post" encType="multipart/form-data" className="stack tight above-6" noValidate>
      <input type="hidden" name="intent" value="add" />
      <Field label={t('galleryUpload.addPictures')} error={error}>
        {(control) => (
          <div className="input drop">
            <Icon of={ImagePlus} />
            <div>
              <b>{t('galleryUpload.choosePicturesOrDrop')}</b>
              <div className="note">{t('galleryUpload.jpegPngWebpOr')}</div>
            </div>
            <input
              {...control}
              type="file"
              name={hydrated ? '' : 'file'}
              accept={accept}
              multiple={hydrated}
              disabled={running}
              onChange={({ currentTarget }) => {
                void start([...(currentTarget.files ?? [])])
                // so that the same files can be chosen again
                currentTarget.value = ''
              }}
            />
            <span className="button small" aria-hidden="true">
              {t('galleryUpload.choose')}
            </span>
          </div>
        )}
      </Field>
      {!hydrated && <Button small>{t('galleryUpload.addThisPicture')}</Button>}
      {uploads.length > 0 && (
        <ul className="uploads" aria-live="polite">
          {uploads.map((upload, index) => (
            <li key={index}>
              <b>{upload.file.name}</b>
              <UploadState upload={upload} />
            </li>
          ))}
        </ul>
      )}
      {running && (
        <Button type="button" small onClick={cancel}>
          {t('galleryUpload.cancel')}
        </Button>
      )}
    </Form>
  )
}

function UploadState({ upload: { file, sent, problem } }: { upload: Upload }) {
  if (problem) return <span className="bad">{problem}</span>
  return (
    <>
      <progress
        className="progress"
        max={100}
        value={sent}
        aria-label={t('galleryUpload.uploadOf', { name: file.name })}
      />
      <span className="note tabular">
        {t('galleryUpload.sent', { count: formatFileSize(file.size), sent: Math.round(sent) })}
      </span>
    </>
  )
}
