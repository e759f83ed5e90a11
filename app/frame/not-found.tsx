import { texts } from '#copy/texts.ts'
import { LinkButton } from '#app/components/button.tsx'
import { NotFoundIllustration } from './not-found-illustration.tsx'
import { errorHeadlines } from './error-headlines.ts'
import { ErrorPageLayout } from './error-page-layout.tsx'

export function NotFound() {
  return (
    <ErrorPageLayout
      headline={errorHeadlines.offTheCourt}
      text="There’s no page at this address. The dot is looking for its way back too."
      actions={
        <LinkButton to="/" variant="primary">
          {texts.notFound.backHome}
        </LinkButton>
      }
      illustration={<NotFoundIllustration />}
    />
  )
}
