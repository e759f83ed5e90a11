import icon180 from '#app/artwork/icon-180.png?no-inline'
import icon192 from '#app/artwork/icon-192.png?no-inline'
import icon32 from '#app/artwork/icon-32.png?no-inline'
import icon512 from '#app/artwork/icon-512.png?no-inline'
import favicon from '#app/artwork/favicon.svg?no-inline'
import sharing from '#app/artwork/sharing.png?no-inline'

/** The hashed addresses of the club's icons: a drawing for browsers, sizes in pixels for systems. */
export const icons = { favicon, small: icon32, apple: icon180, 192: icon192, 512: icon512 }

/** What others show beside a link to the site, 1200 by 630. */
export const sharingPictureUrl = sharing
