import { artworkAddress } from '#app/components/artwork.tsx'

/** The club's icons: a drawing for browsers, sizes in pixels for systems. */
export const icons = {
  favicon: artworkAddress('favicon.svg'),
  small: artworkAddress('icon-32.png'),
  apple: artworkAddress('icon-180.png'),
  192: artworkAddress('icon-192.png'),
  512: artworkAddress('icon-512.png'),
}

/** What others show beside a link to the site, 1200 by 630. */
export const sharingPictureUrl = artworkAddress('sharing.png')
