import { LinkButton } from '#app/components/button.tsx'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { errorHeadlines } from './error-headlines.ts'
import { ErrorPageLayout } from './error-page-layout.tsx'
import { NotFoundIllustration } from './not-found-illustration.tsx'

export function NotFound() {
  return (
    <ErrorPageLayout
      headline={errorHeadlines.offTheCourt()}
      text={t('error.notFound.text')}
      actions={
        <LinkButton to="/" variant="primary">
          {texts.notFound.backHome}
        </LinkButton>
      }
      illustration={<NotFoundIllustration />}
    />
  )
}
