import { Camera } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatFileSize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { Field, type FieldProps } from './field.tsx'

type ChosenFile = { name: string; size: number; address: string }

type Props = FieldProps & {
  name: string
  accept?: string
  /** Opens the camera on devices that have one. */
  capture?: 'user'
  /** The photo to be replaced. */
  current?: Portrait | null
  /** `face` shows a circle, `poster` a 4 by 3 picture. */
  shape?: 'face' | 'poster'
  /** The progress of a running upload in percent. */
  sent?: number
  onCancel?: () => void
  onChoose?: (file: File | null) => void
}

/** A file input for a photo, with drag and drop and a preview. Without scripts it is a plain file input. */
export function PictureField({
  label,
  aside,
  hint,
  error,
  className,
  name,
  accept = 'image/jpeg,image/png,image/webp,image/avif,.heic,.heif',
  capture,
  current = null,
  shape = 'face',
  sent,
  onCancel,
  onChoose,
}: Props) {
  const [chosen, choose] = useChosenFile()
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const take = async (field: HTMLInputElement) => {
    // without the script, the file is sent as it is
    const preparing = import('./prepare-picture.ts').then(({ prepareInput }) => prepareInput(field))
    setRefusal(await preparing.catch(() => undefined))
    const file = field.files?.[0] ?? null
    choose(file)
    onChoose?.(file)
  }
  const clear = () => {
    if (input.current) {
      input.current.value = ''
      input.current.focus()
    }
    choose(null)
    onChoose?.(null)
    onCancel?.()
  }
  return (
    <Field {...{ label, aside, hint, error: refusal ?? error, className }}>
      {(control) => (
        <div className="input drop">
          <Thumbnail chosen={chosen} current={current} shape={shape} />
          <FileStatus
            chosen={chosen}
            current={current}
            sent={sent}
            refused={control['aria-invalid'] === true}
          />
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            capture={capture}
            onChange={(event) => void take(event.currentTarget)}
          />
          {chosen ? (
            <button type="button" className="button small clear" onClick={clear}>
              {sent === undefined ? t('pictureField.clear') : t('pictureField.cancel')}
            </button>
          ) : (
            <span className="button small" aria-hidden="true">
              {current ? t('pictureField.change') : t('pictureField.choose')}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

function useChosenFile(): [ChosenFile | null, (file: File | null) => void] {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen])
  const choose = (file: File | null) =>
    setChosen(file && { name: file.name, size: file.size, address: URL.createObjectURL(file) })
  return [chosen, choose]
}

function Thumbnail({
  chosen,
  current,
  shape,
}: Required<Pick<Props, 'shape' | 'current'>> & { chosen: ChosenFile | null }) {
  if (chosen) return <img className={shape === 'face' ? 'avatar' : 'thumb'} src={chosen.address} alt="" />
  if (current) return <Avatar portrait={current} />
  return <Icon of={Camera} />
}

function FileStatus({
  chosen,
  current,
  sent,
  refused,
}: {
  chosen: ChosenFile | null
  current: Portrait | null
  sent?: number
  refused: boolean
}): ReactNode {
  if (!chosen) {
    return (
      <div>
        <b>
          {current ? (
            t('pictureField.yourProfilePhoto')
          ) : (
            <>
              <span className="for-mouse">{t('pictureField.chooseAPhotoOr')}</span>
              <span className="for-touch">{t('pictureField.takeOrChooseAPhoto')}</span>
            </>
          )}
        </b>
        <div className="note">{t('pictureField.jpegPngWebpOr')}</div>
      </div>
    )
  }
  const size = formatFileSize(chosen.size)
  return (
    <div>
      <b>{chosen.name}</b>
      {sent !== undefined && (
        <progress className="progress" max={100} value={sent} aria-label={t('pictureField.upload')} />
      )}
      <div className="note">
        {sent !== undefined
          ? t('pictureField.sent', { size, sent: Math.round(sent) })
          : refused
            ? size
            : t('pictureField.ready', { size })}
      </div>
    </div>
  )
}
