import { redirect } from 'react-router'
import { icons } from '#app/frame/icons.ts'

/** The default icon path, for clients that do not read the page. */
export const loader = () => redirect(icons.small, { headers: { 'Cache-Control': 'public, max-age=86400' } })
