import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { errorHeadlines } from '#app/frame/error-headlines.ts'
import { ErrorPageLayout } from '#app/frame/error-page-layout.tsx'
import type { Role, Viewer } from '#app/frame/viewer.ts'
import type { Holder } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { holdersOfPage, type DashboardPage } from './dashboard-pages.ts'
import { ForbiddenIllustration } from './forbidden-illustration.tsx'

const roleWithArticle: Record<Role, string> = {
  get admin() {
    return t('forbidden.anAdmin')
  },
  get trainer() {
    return t('forbidden.aTrainer')
  },
  get member() {
    return t('forbidden.aMember')
  },
  get applied() {
    return t('forbidden.aMemberWhoApplied')
  },
}

const groupNames: Record<Holder, () => string> = {
  reception: () => t('forbidden.reception'),
  admin: () => t('forbidden.admins'),
  trainer: () => t('forbidden.trainers'),
  member: () => t('forbidden.members'),
  applied: () => t('forbidden.applicants'),
}

/** Shown instead of another role's page, with a link to the viewer's own. */
export function Forbidden({ viewer, page }: { viewer: Viewer; page: DashboardPage }) {
  const groups = holdersOfPage(page)
    .map((holder) => groupNames[holder]())
    .join(t('forbidden.and'))
  return (
    <ErrorPageLayout
      isForbidden
      headline={errorHeadlines.otherCourt()}
      text={
        <>
          <b>{page.name()}</b>
          {t('forbidden.isForYouAre', { groups, name: viewer.name, value: roleWithArticle[viewer.role] })}
        </>
      }
      actions={
        <>
          <LinkButton to="/dashboard" variant="primary">
            {t('forbidden.goToYourDashboard')}
          </LinkButton>
          <Form method="post" action="/signOut">
            <input type="hidden" name="to" value="/signIn" />
            <Button variant="ink-edge">{t('forbidden.signInAsSomeone')}</Button>
          </Form>
        </>
      }
      illustration={<ForbiddenIllustration />}
    />
  )
}
