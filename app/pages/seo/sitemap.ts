import { createLoader } from '#app/frame/handlers.server.ts'
import { listClassIds } from '#domain/classes/classes.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { trainerIds } from '#domain/trainers/trainers.server.ts'
import type { Route } from './+types/sitemap.ts'

const pages = [
  '/',
  '/gallery',
  '/trainers',
  '/classes',
  '/forums',
  '/fitness-resources',
  '/wellness-blog',
  '/membership-plans',
  '/about',
  '/contact',
  '/nutrition',
  '/terms',
  '/privacy',
  '/cookies',
]

/** The URLs of all public pages. They consist of ids and fixed paths, so nothing needs escaping. */
export const loader = createLoader(async (_: Route.LoaderArgs) => {
  const [trainers, classes] = await Promise.all([trainerIds(), listClassIds()])
  const paths = [
    ...pages,
    ...trainers.map((id) => `/trainers/${id}`),
    ...classes.map((id) => `/classes/${id}`),
  ]
  const { publicUrl } = await clubFacts()
  const entries = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`)
  const document = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
  return new Response(document, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
})
