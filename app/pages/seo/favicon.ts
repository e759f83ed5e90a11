import { redirect } from 'react-router'
import { icons } from '#app/frame/icons.ts'

/** Where programs look that read no pages. */
export const loader = () => redirect(icons.small, { headers: { 'Cache-Control': 'public, max-age=86400' } })
