export const streamController = 'window.__reactRouterContext.streamController'
/** How the script begins that hands the loaders' data to the browser, as one text. */
export const hydrationScriptStart = `${streamController}.enqueue(`

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** A text as JSON that cannot end the script it stands in. */
export function escapeForScript(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}
