import { Eye } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'

const previewId = 'preview'

/** Toggles the preview; without scripts it submits the form, which returns with the preview. */
export function PreviewButton({ shown, toggle }: { shown: boolean; toggle: () => void }) {
  return (
    <Button
      name="intent"
      value="preview"
      aria-expanded={shown}
      aria-controls={shown ? previewId : undefined}
      onClick={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <Icon of={Eye} smaller />
      {texts.addNewForum.preview}
    </Button>
  )
}

/** The published card, inert. */
export function PreviewPanel({ children }: { children: ReactNode }) {
  return (
    <section className="preview-panel" id={previewId} aria-labelledby="preview-heading">
      <header>
        <h2 id="preview-heading">{texts.addNewForum.preview}</h2>
        <span className="note">{t('preview.onlyYouCanSee')}</span>
      </header>
      <div inert>{children}</div>
    </section>
  )
}

/** Placeholder of the picture. */
export function NoPictureYet() {
  return <div className="picture ratio-4-3 no-picture" />
}
