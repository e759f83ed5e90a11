import type { Plugin } from 'vite'

/**
 * Lets a script ask for another one by `import()` alone. Vite puts half a kilobyte before that, in every browser, which
 * fetches the style sheets and the imports of that script along with it: here all styles are one sheet, and what is asked
 * for later imports little that is not there.
 */
export const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
}
