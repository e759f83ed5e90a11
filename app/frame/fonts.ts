import archivoUrl from '#app/fonts/archivo.woff2?url'
import interUrl from '#app/fonts/inter.woff2?url'

/** The hashed addresses of the two small faces of `app/styles/fonts.css`, to be preloaded by every page. */
export const fontUrls = [archivoUrl, interUrl]
