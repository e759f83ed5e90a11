import { Eye } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '#app/components/button.tsx'
import { texts } from '#copy/texts.ts'
import { Icon } from '#app/components/icon.tsx'

const previewId = 'preview'

/** Shows or hides the preview; without scripts it sends the form and comes back with it. */
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

/** The very card that others will see, inert. */
export function PreviewPanel({ children }: { children: ReactNode }) {
  return (
    <section className="preview-panel" id={previewId} aria-labelledby="preview-heading">
      <header>
        <h2 id="preview-heading">{texts.addNewForum.preview}</h2>
        <span className="note">Nobody sees this yet</span>
      </header>
      <div inert>{children}</div>
    </section>
  )
}

/** Where the picture will be. */
export function NoPictureYet() {
  return <div className="picture ratio-4-3 no-picture" />
}
