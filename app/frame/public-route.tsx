import { Outlet } from 'react-router'
import { PageLayout } from './page-layout.tsx'
import { useLayoutProps } from './session.ts'

export default function PublicLayout() {
  return (
    <PageLayout {...useLayoutProps()}>
      <Outlet />
    </PageLayout>
  )
}
