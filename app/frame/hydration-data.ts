export const streamController = 'window.__reactRouterContext.streamController'
/** The beginning of the inline script that carries the loaders' data. */
export const hydrationScriptStart = `${streamController}.enqueue(`

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Returns a text as JSON that cannot end the script element around it. */
export function escapeForScript(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
}
