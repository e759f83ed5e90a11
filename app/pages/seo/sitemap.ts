import { createLoader } from '#app/frame/handlers.server.ts'
import { listClassIds } from '#domain/classes/classes.server.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { trainerIds } from '#domain/trainers/trainers.server.ts'
import { pathInLanguage } from '#messages/languages.ts'
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

/**
 * The URLs of all public pages in each language of the club, with those of the other languages. They consist of ids and
 * fixed paths, so nothing needs escaping.
 */
export const loader = createLoader(async (_: Route.LoaderArgs) => {
  const [trainers, classes] = await Promise.all([trainerIds(), listClassIds()])
  const paths = [
    ...pages,
    ...trainers.map((id) => `/trainers/${id}`),
    ...classes.map((id) => `/classes/${id}`),
  ]
  const { publicUrl, languages } = await clubFacts()
  const entries = paths.flatMap((path) => {
    const versions = languages.map((language) => {
      const address = publicUrl + pathInLanguage(path, language, languages)
      return { address, link: `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>` }
    })
    const links = versions.length > 1 ? versions.map(({ link }) => link).join('') : ''
    return versions.map(({ address }) => `  <url><loc>${address}</loc>${links}</url>`)
  })
  const document = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
  return new Response(document, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
})
