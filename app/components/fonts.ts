import archivoUrl from '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2?url'
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** The hashed addresses of the two faces of `app/styles/fonts.css`, to be preloaded by every page. */
export const fontUrls = [archivoUrl, interUrl]
