import { data } from 'react-router'
import { NotFound } from '#app/frame/not-found.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('error.notFound.title'))

export const loader = () => data(null, { status: 404 })

export default NotFound
