import { icons } from '#app/frame/icons.ts'
import { sinceYear } from '#domain/club/club-facts.rules.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { t } from '#messages/t.ts'

/** The web app manifest, for an icon on the home screen. */
export async function loader() {
  const { name, ...club } = await clubFacts()
  const manifest = {
    name,
    short_name: name.slice(0, 12),
    description: t('manifest.aFitnessHubYour', { sinceYear: sinceYear(club) }),
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f4f1e8',
    theme_color: '#f4f1e8',
    icons: [
      { src: icons.favicon, sizes: 'any', type: 'image/svg+xml' },
      { src: icons[192], sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icons[512], sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: icons[512], sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
