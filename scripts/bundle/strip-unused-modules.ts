import type { Plugin } from 'vite'

/**
 * Parts of libraries that never run here and that no bundler can know to leave out, by the end of their file's name, and
 * what takes their place in a browser. What is `undefined` is named only by code for servers, which a browser is not given.
 */
const moduleReplacements: Record<string, string> = {
  // fetches the style sheets and the imports of a script before it: here all styles are one sheet, and what is asked for
  // later imports little that is not there
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load()',
  // asks for the map of pages link by link: here it comes whole (`routeDiscovery` in react-router.config.ts)
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => undefined
    export const getPartialManifest = (manifest) => manifest
    export const getManifestPath = undefined
    export const getPathsWithAncestors = undefined
    export const handleClientVersionMismatch = undefined`,
  // reports each navigation to tools for observing, of which a browser is given none
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const instrumentHandler = undefined
    export const instrumentationResultMetaContext = undefined`,
}

/** Leaves them out; a build ends with an error when a library no longer has a part by that name. */
export const stripUnusedModules = (): Plugin => {
  const found = new Set<string>()
  return {
    name: 'unused-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => {
      const part = Object.keys(moduleReplacements).find((name) => id.replaceAll('\\', '/').endsWith(name))
      if (part) found.add(part)
      return part && moduleReplacements[part]
    },
    buildEnd: (error) => {
      const missing = Object.keys(moduleReplacements).filter((part) => !found.has(part))
      if (!error && missing.length > 0)
        throw new Error(
          `scripts/bundle/strip-unused-modules.ts leaves out what is not there: ${missing.join(', ')}.`,
        )
    },
  }
}
