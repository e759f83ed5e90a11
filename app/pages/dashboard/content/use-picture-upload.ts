import { useEffect, useRef, useState, type FormEvent } from 'react'
import { uploadPicture } from '#api-client/client.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'

export type Uploaded = { address: string; picture: Picture }

type PendingSubmit = { form: HTMLFormElement; by: HTMLElement | null }

/**
 * Uploads a photo as soon as it is chosen. `sent` is the progress from 0 to 100, undefined while idle; choosing again
 * aborts the upload. A form submitted meanwhile waits for the upload: `held` is the intent of its button.
 */
export function usePictureUpload(email: string) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [held, setHeld] = useState<PendingSubmit | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (held === null || sent !== undefined) return
    setHeld(null)
    if (uploaded) held.form.requestSubmit(held.by)
  }, [held, sent, uploaded])

  const choose = (file: File | null) => {
    running.current?.abort()
    running.current = null
    setUploaded(null)
    setProblem(undefined)
    setSent(undefined)
    if (file) void send(file)
  }
  const send = async (file: File) => {
    const control = new AbortController()
    running.current = control
    setSent(0)
    try {
      const address = await uploadPicture(email, file, setSent, control.signal)
      if (!control.signal.aborted) setUploaded({ address, picture: pictureAt(address) })
    } catch (error) {
      if (!control.signal.aborted) setProblem(error instanceof Error ? error.message : undefined)
    } finally {
      if (running.current === control) setSent(undefined)
    }
  }
  const hold = (event: FormEvent<HTMLFormElement>) => {
    if (sent === undefined) return
    event.preventDefault()
    setHeld({ form: event.currentTarget, by: (event.nativeEvent as SubmitEvent).submitter })
  }
  return { uploaded, sent, problem, choose, hold, held: held && (held.by?.getAttribute('value') ?? '') }
}

/** The picture at the address of its widest rendition; colour and height are placeholders. */
function pictureAt(address: string): Picture {
  const [, id, width] = /\/images\/([0-9a-f-]+)\/(\d+)\.\w+$/.exec(address) ?? []
  return { id: id ?? '', width: Number(width ?? 0), height: Number(width ?? 0), colour: '#808080' }
}
