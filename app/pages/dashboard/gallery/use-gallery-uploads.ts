import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { uploadPicture } from '#api-client/client.ts'
import { t } from '#messages/t.ts'

export type Upload = { file: File; sent: number; problem?: string }

/**
 * Uploads pictures one after the other, then adds all that arrived to the gallery. A failed one does not stop the rest
 * and stays listed with its reason until the next choice.
 */
export function useGalleryUploads(email: string) {
  const submit = useSubmit()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [running, setRunning] = useState(false)
  const control = useRef<AbortController>(null)
  useEffect(() => () => control.current?.abort(), [])

  const change = (at: number, values: Partial<Upload>) =>
    setUploads((all) => all.map((each, index) => (index === at ? { ...each, ...values } : each)))

  const start = async (files: File[]) => {
    if (files.length === 0) return
    const current = new AbortController()
    control.current = current
    setUploads(files.map((file) => ({ file, sent: 0 })))
    setRunning(true)
    const arrived = new FormData()
    arrived.set('intent', 'add')
    for (const [at, file] of files.entries()) {
      try {
        const { preparePicture } = await import('#app/forms/prepare-picture.ts')
        const prepared = await preparePicture(file)
        const address = await uploadPicture(email, prepared, (sent) => change(at, { sent }), current.signal)
        arrived.append('photo', address)
      } catch (error) {
        if (current.signal.aborted) break
        change(at, {
          problem: error instanceof Error ? error.message : t('useGalleryUploads.thisOneDidntUpload'),
        })
      }
    }
    setRunning(false)
    if (current.signal.aborted) return setUploads([])
    if (arrived.has('photo')) await submit(arrived, { method: 'post', preventScrollReset: true })
    setUploads((all) => all.filter(({ problem }) => problem !== undefined))
  }
  return { uploads, running, start, cancel: () => control.current?.abort() }
}
