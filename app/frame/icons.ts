import { artworkAddress } from '#app/components/artwork.tsx'

/** The URLs of the site's icons: SVG for browsers, sizes in pixels for operating systems. */
export const icons = {
  favicon: artworkAddress('favicon.svg'),
  small: artworkAddress('icon-32.png'),
  apple: artworkAddress('icon-180.png'),
  192: artworkAddress('icon-192.png'),
  512: artworkAddress('icon-512.png'),
}

/** The default picture for link previews, 1200 by 630. */
export const sharingPictureUrl = artworkAddress('sharing.png')
