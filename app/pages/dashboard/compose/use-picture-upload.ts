import { useEffect, useRef, useState } from 'react'
import { uploadPicture } from '#api/client.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'

export type Uploaded = { address: string; picture: Picture }

/**
 * Sends a chosen photo at once: how much of it is there (0 to 100, undefined when nothing is on its way), what
 * came of it, and why not. Choosing another one, or none, stops what is on its way.
 */
export function usePictureUpload(email: string) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [sent, setSent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

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
  return { uploaded, sent, problem, choose }
}

/** What the address of the widest rendition tells of a picture; its colour and height are not needed there. */
function pictureAt(address: string): Picture {
  const [, id, width] = /\/images\/([0-9a-f-]+)\/(\d+)\.\w+$/.exec(address) ?? []
  return { id: id ?? '', width: Number(width ?? 0), height: Number(width ?? 0), colour: '#808080' }
}
