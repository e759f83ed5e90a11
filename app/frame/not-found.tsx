import { texts } from '#words/texts.ts'
import { LinkButton } from '#app/components/button.tsx'
import { LostCourt } from './lost-court.tsx'
import { lostHeadlines } from './lost-headlines.ts'
import { LostPage } from './lost-page.tsx'

/** There is no page at this address: the dot has left the court. */
export function NotFound() {
  return (
    <LostPage
      headline={lostHeadlines.offTheCourt}
      text="There is no page at this address. The dot is looking for the way back too."
      actions={
        <LinkButton to="/" variant="primary">
          {texts.notFound.backHome}
        </LinkButton>
      }
      court={<LostCourt />}
    />
  )
}
