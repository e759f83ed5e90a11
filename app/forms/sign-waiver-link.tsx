import { Link, useLocation } from 'react-router'
import { t } from '#messages/t.ts'
import type { Problem } from './form-problem.ts'

/** Link to the waiver that a refusal waits for, which leads back to this page once signed; null for other refusals. */
export function SignWaiverLink({ problem }: { problem: Problem | null }) {
  const { pathname, search } = useLocation()
  const memberId = problem?.facts.waiverOf
  if (typeof memberId !== 'string') return null
  const query = new URLSearchParams({ next: `${pathname}${search}` })
  return (
    <>
      {' '}
      <Link to={`/dashboard/sign/${memberId}?${query}`}>{t('signWaiver.signTheWaiver')}</Link>
    </>
  )
}
