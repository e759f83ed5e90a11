import { useCallback, useRef, useState } from 'react'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { t } from '#messages/t.ts'
import { useLivePreview, type PreviewLook } from './use-live-preview.ts'

type Props = {
  letter: { id: string; subject: string; changedAt: Date } | null
  note: string
  /** Id of the form whose text is previewed while it is typed; without it the saved letter is shown. */
  formId?: string
}

/** A letter as its readers see it, with its line in the inbox. */
export function LetterPreview({ letter, note, formId }: Props) {
  const { club } = useLayoutProps()
  const frame = useRef<HTMLIFrameElement>(null)
  const [look, setLook] = useState<PreviewLook>('light')
  const address = `/dashboard/newsletter/${letter?.id ?? 'new'}/preview`
  const show = useCallback((html: string) => {
    const root = frame.current?.contentDocument?.documentElement
    if (root) root.innerHTML = html
  }, [])
  const live = useLivePreview({ formId, address, look, show })
  const hydrated = useHydrated()
  return (
    <section className="letter-preview" aria-label={t('letterPreview.preview')}>
      <header>
        <p className="note" role="status">
          {live.isOutdated ? t('letterPreview.thePreviewIsNot') : note}
        </p>
        {formId !== undefined && hydrated && <Looks look={look} choose={setLook} />}
      </header>
      <p className="inbox-line">
        <b>{club.name}</b>
        <span>{live.subject ?? letter?.subject ?? ''}</span>
      </p>
      <iframe
        // reloads after each save
        key={letter?.changedAt.toISOString()}
        ref={frame}
        onLoad={live.refresh}
        className="letter-frame"
        title={t('letterPreview.previewOfTheLetter')}
        src={address}
        sandbox="allow-same-origin"
      />
    </section>
  )
}

function Looks({ look, choose }: { look: PreviewLook; choose: (look: PreviewLook) => void }) {
  const names: Record<PreviewLook, string> = {
    light: t('letterPreview.light'),
    dark: t('letterPreview.dark'),
    text: t('letterPreview.text'),
  }
  return (
    <fieldset className="letter-looks">
      <legend className="visually-hidden">{t('letterPreview.showAs')}</legend>
      {(['light', 'dark', 'text'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="look" checked={each === look} onChange={() => choose(each)} />
          {names[each]}
        </label>
      ))}
    </fieldset>
  )
}
