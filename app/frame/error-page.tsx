import { isRouteErrorResponse } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import type { Failure } from '#app/forms/form-problem.ts'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { errorHeadlines } from './error-headlines.ts'
import { ErrorPageLayout } from './error-page-layout.tsx'
import { ActForYourself } from './guardian-banner.tsx'
import { NotFoundIllustration } from './not-found-illustration.tsx'
import { useLayoutProps } from './session.ts'

type Props = {
  /** The message shown; never that of an internal error. */
  text?: string
  /** The error that a route's boundary caught. */
  error?: unknown
  /** The path of the Try again link. */
  path?: string
}

export function ErrorPage({ text = t('error.broken.text'), error, path }: Props) {
  const failure = isRouteErrorResponse(error) ? (error.data as Partial<Failure> | null) : null
  const { viewer } = useLayoutProps()
  const isAdultsOwn = failure?.code === 'forbidden' && Boolean(viewer?.actedFor)
  const isOurs = !failure?.message || failure.code === 'broken'
  return (
    <ErrorPageLayout
      headline={errorHeadlines.wentOut()}
      text={
        <>
          {isOurs ? text : failure.message}
          {isOurs && failure?.reference && (
            <span className="block tabular">{t('error.reference', { reference: failure.reference })}</span>
          )}
        </>
      }
      actions={
        <>
          {path && isAdultsOwn && <ActForYourself to={path} />}
          {path && !isAdultsOwn && (
            <LinkButton to={path} variant="primary" reloadDocument>
              {t('error.tryAgain')}
            </LinkButton>
          )}
          <LinkButton to="/" variant={path ? 'on-dark' : 'primary'}>
            {texts.notFound.backHome}
          </LinkButton>
        </>
      }
      illustration={<NotFoundIllustration />}
    />
  )
}
