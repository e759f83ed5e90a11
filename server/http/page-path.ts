/** The path of the page whose data a browser asks for here, once its scripts run; any other path as it is. */
export const pagePathOf = (path: string): string => path.replace(/(\/_)?\.data$/, '') || '/'
