import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ForbiddenIllustration } from './forbidden-illustration.tsx'
import { errorHeadlines } from '#app/frame/error-headlines.ts'
import { ErrorPageLayout } from '#app/frame/error-page-layout.tsx'
import type { Role, Viewer } from '#app/frame/viewer.ts'
import type { Holder } from '#domain/permissions.ts'
import { holdersOfPage, type DashboardPage } from './dashboard-pages.ts'

const roleWithArticle: Record<Role, string> = {
  admin: 'an admin',
  trainer: 'a trainer',
  member: 'a member',
  applied: 'a member who applied to be a trainer',
}

const groupNames: Record<Holder, string> = {
  reception: 'reception',
  admin: 'admins',
  trainer: 'trainers',
  member: 'members',
  applied: 'applicants',
}

/** Shown instead of another role's page, with a link to the viewer's own. */
export function Forbidden({ viewer, page }: { viewer: Viewer; page: DashboardPage }) {
  const groups = holdersOfPage(page)
    .map((holder) => groupNames[holder])
    .join(' and ')
  return (
    <ErrorPageLayout
      isForbidden
      headline={errorHeadlines.otherCourt()}
      text={
        <>
          <b>{page.name}</b> is for {groups}. You are signed in as {viewer.name},{' '}
          {roleWithArticle[viewer.role]}, and your own court is one step back.
        </>
      }
      actions={
        <>
          <LinkButton to="/dashboard" variant="primary">
            Go to your dashboard
          </LinkButton>
          <Form method="post" action="/signOut">
            <input type="hidden" name="to" value="/signIn" />
            <Button variant="ink-edge">Sign in as someone else</Button>
          </Form>
        </>
      }
      illustration={<ForbiddenIllustration />}
    />
  )
}
