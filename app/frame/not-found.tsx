import { texts } from '#words/texts.ts'
import { LinkButton } from '#app/components/button.tsx'
import { NotFoundIllustration } from './lost-court.tsx'
import { errorHeadlines } from './lost-headlines.ts'
import { ErrorPageLayout } from './lost-page.tsx'

/** There is no page at this address: the dot has left the court. */
export function NotFound() {
  return (
    <ErrorPageLayout
      headline={errorHeadlines.offTheCourt}
      text="There is no page at this address. The dot is looking for the way back too."
      actions={
        <LinkButton to="/" variant="primary">
          {texts.notFound.backHome}
        </LinkButton>
      }
      illustration={<NotFoundIllustration />}
    />
  )
}
