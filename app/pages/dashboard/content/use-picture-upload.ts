import { useEffect, useRef, useState, type FormEvent } from 'react'
import { uploadPicture } from '#api-client/client.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'

export type Uploaded = { address: string; picture: Picture }

type PendingSubmit = { form: HTMLFormElement; by: HTMLElement | null }

/**
 * Sends a chosen photo at once: how much of it is there (0 to 100, undefined when nothing is on its way), what
 * came of it, and why not. Choosing another one, or none, stops what is on its way. A form that is sent meanwhile is
 * held until the photo is there: `held` is the act of the button that was pressed.
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

/** What the address of the widest rendition tells of a picture; its colour and height are not needed there. */
function pictureAt(address: string): Picture {
  const [, id, width] = /\/images\/([0-9a-f-]+)\/(\d+)\.\w+$/.exec(address) ?? []
  return { id: id ?? '', width: Number(width ?? 0), height: Number(width ?? 0), colour: '#808080' }
}
