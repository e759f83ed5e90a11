import type { MetaDescriptor } from 'react-router'
import { texts } from '#copy/texts.ts'
import { defaultClubFacts, type ClubFacts } from '#domain/club/club-facts.rules.ts'
import { renditionPath, renditionWidthsFor, type Picture } from '#domain/pictures/pictures.rules.ts'
import { currentLanguage } from '#messages/t.ts'
import { sharingPictureUrl } from './icons.ts'
import type { PageSession } from './session.ts'

export type Matches = readonly ({ id: string; pathname?: string; loaderData?: unknown } | undefined)[]

function clubOf(matches: Matches): ClubFacts | undefined {
  const session = matches.find((match) => match?.id === 'root')?.loaderData as PageSession | undefined
  return session?.club
}

function clubNameOf(matches: Matches): string {
  return clubOf(matches)?.name ?? defaultClubFacts.name
}

type Sharing = {
  /** The picture for link previews; the site's own by default. */
  picture?: Picture
  /** The search parameters of the canonical URL, such as `?page=2`. */
  query?: string
  /** Structured data (schema.org). */
  facts?: (club: ClubFacts) => Record<string, unknown>
}

/**
 * Returns the title `Palestra | Page`. With a description, also the canonical URL and the tags for search
 * results and link previews.
 */
export function pageMeta(
  matches: Matches,
  page: string,
  description?: string | ((club: ClubFacts) => string),
  sharing: Sharing = {},
): MetaDescriptor[] {
  const title = texts.title(clubNameOf(matches), page)
  const club = clubOf(matches)
  if (description === undefined || !club) return [{ title }]
  const words = typeof description === 'string' ? description : description(club)
  return [
    { title },
    { name: 'description', content: words },
    ...sharingMeta(matches, club, { title, description: words, ...sharing }),
  ]
}

function sharingMeta(
  matches: Matches,
  club: ClubFacts,
  { title, description, picture, query = '', facts }: Sharing & { title: string; description: string },
): MetaDescriptor[] {
  const path = matches[matches.length - 1]?.pathname ?? '/'
  const prefix = currentLanguage() === club.languages[0] ? '' : `/${currentLanguage()}`
  const address = `${club.publicUrl}${prefix}${path === '/' ? (prefix ? '' : '/') : path.replace(/\/$/, '')}${query}`
  const image = `${club.publicUrl}${picture ? sharingImageUrl(picture) : sharingPictureUrl}`
  return [
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: club.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(facts ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...facts(club) } }] : []),
  ]
}

// WebP, because some services that show link previews cannot read AVIF.
function sharingImageUrl({ id, width }: Picture): string {
  const widths = renditionWidthsFor(width)
  return renditionPath(id, widths.find((each) => each >= 960) ?? Math.max(...widths), 'webp')
}
