/** Returns the page's path for a data request, and other paths unchanged. */
export const pagePathOf = (path: string): string => path.replace(/(\/_)?\.data$/, '') || '/'
