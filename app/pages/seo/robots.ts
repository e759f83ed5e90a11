import { clubFacts } from '#domain/club/club.server.ts'

// Personal pages, and paths without a page.
const disallowedPaths = [
  '/api/',
  '/dashboard',
  '/myProfile',
  '/beTrainer',
  '/trainerBooked/',
  '/bookings/',
  '/newPassword',
  '/confirmAddress',
  '/askToConfirm',
  '/signOut',
  '/theme',
  '/demo/',
  '/mailbox',
  '/confirmLetter',
  '/unsubscribe',
]

export async function loader() {
  const rules = disallowedPaths.map((path) => `Disallow: ${path}`)
  const lines = ['User-agent: *', ...rules, '', `Sitemap: ${(await clubFacts()).publicUrl}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
