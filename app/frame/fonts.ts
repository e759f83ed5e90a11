import archivoUrl from '#app/fonts/archivo.woff2?url'
import interUrl from '#app/fonts/inter.woff2?url'

/** The hashed URLs of the two subset fonts of `app/styles/fonts.css`, which every page preloads. */
export const fontUrls = [archivoUrl, interUrl]
