import { useCallback, useEffect, useState } from 'react'

export type PreviewLook = 'light' | 'dark' | 'text'

type Props = {
  formId: string | undefined
  address: string
  look: PreviewLook
  /** Replaces the content of the preview. */
  show: (html: string) => void
}

const typingPause = 300

/**
 * Renders the form of a letter again while it is typed. `isOutdated` after the server could not be
 * reached.
 */
export function useLivePreview({ formId, address, look, show }: Props) {
  const [subject, setSubject] = useState<string>()
  const [isOutdated, setOutdated] = useState(false)
  const refresh = useCallback(async () => {
    const form = formId === undefined ? null : document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const typed = new FormData(form)
    const valueOf = (name: string) => String(typed.get(name) ?? '')
    setSubject(valueOf('subject'))
    const body = new URLSearchParams({ as: look })
    for (const name of ['audience', 'subject', 'words']) body.set(name, valueOf(name))
    const html = await fetchText(address, body)
    setOutdated(html === null)
    if (html !== null) show(html)
  }, [formId, address, look, show])
  useEffect(() => {
    const form = formId === undefined ? null : document.getElementById(formId)
    let waiting = 0
    const refreshSoon = () => {
      clearTimeout(waiting)
      waiting = window.setTimeout(() => void refresh(), typingPause)
    }
    void refresh()
    form?.addEventListener('input', refreshSoon)
    return () => {
      clearTimeout(waiting)
      form?.removeEventListener('input', refreshSoon)
    }
  }, [formId, refresh])
  return { subject, isOutdated, refresh: () => void refresh() }
}

/** Returns the text of the response; null if there is none. */
async function fetchText(address: string, body: URLSearchParams): Promise<string | null> {
  try {
    const response = await fetch(address, { method: 'POST', body })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
